import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { collectionsPath, productPath } from "../../server/catalog/paths.ts";
import { confirmationPath } from "../../server/orders/paths.ts";
import { placed } from "../orders/order-fixture.ts";
import { shopperAt } from "../payments/shopper.ts";
import { openShop, type TestShop } from "../support/shop.ts";

const timeout = 120_000;

/** A gate that holds requests until it is opened. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let standing = 0;
  const pass = () => {
    standing += 1;
    return promise;
  };
  return { pass, open: resolve, standing: () => standing };
}

const add = ({ url }: TestShop) =>
  fetch(`${url}/storefront/cart/add`, { method: "POST", body: new URLSearchParams({ variantId: "v-1" }), redirect: "manual" });

test("beyond its bound a kind is refused in words, what waits goes on, and cached pages and payments pass meanwhile", {
  timeout,
}, async () => {
  const shop = await openShop({ bounds: { call: { atOnce: 1, waiting: 1 } } });
  const shopper = await shopperAt(shop);
  const seen = `${shop.url}${productPath("product-1")}`;
  expect((await fetch(seen)).status).toBe(200);
  const held = gate();
  onTestFinished(() => held.open());
  // Every visitor's call reads the footer's links first.
  const refresh = shop.shop.settings.refresh;
  shop.shop.settings.refresh = async () => {
    await held.pass();
    await refresh();
  };

  const running = add(shop);
  await vi.waitFor(() => expect(held.standing()).toBe(1));
  const others = [add(shop), add(shop), add(shop)];
  const refused = await Promise.race(others);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  const headers = [refused.headers.get("content-security-policy"), refused.headers.get("cache-control")];
  expect(headers).toEqual([expect.stringContaining("default-src 'none'"), "no-store"]);
  const id = refused.headers.get("x-request-id") ?? "";
  const page = await refused.text();
  expect([page.includes("Something went wrong on our side"), id !== "" && page.includes(id)]).toEqual([true, true]);
  const asJson = await fetch(`${shop.url}/storefront/cart/add`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variantId: "v-1" }),
  });
  const jsonId = asJson.headers.get("x-request-id");
  expect([asJson.status, await asJson.json()]).toEqual([
    503,
    { error: "something went wrong please try later", code: "unavailable", requestId: jsonId },
  ]);
  expect(held.standing()).toBe(1);
  expect((await fetch(seen)).status).toBe(200);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  const paying = shopper.pay();
  await vi.waitFor(() => expect(held.standing()).toBe(2));
  held.open();

  expect((await paying).status).toBe(200);
  expect((await running).status).toBe(303);
  const statuses = (await Promise.all(others)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([303, 503, 503]);
  shop.shop.settings.refresh = refresh;
  expect((await add(shop)).status).toBe(303);
  expect(shop.log.filter((line) => line.includes("more requests than can be answered"))).toHaveLength(1);
});

test("a burst waits whole; from when too many came until nobody waits, one that has waited too long is refused", {
  timeout,
}, async () => {
  const shop = await openShop({ pays: false, bounds: { call: { atOnce: 1, waiting: 4, overloadedMs: 0 } } });
  /** Sends `count` adds, and holds the first one until `refused` others are refused. */
  const addHeld = async (count: number, refused: number) => {
    const held = gate();
    onTestFinished(() => held.open());
    shop.shop.settings.refresh = held.pass;
    const refusals: number[] = [];
    const ask = async () => {
      const { status } = await add(shop);
      if (status === 503) refusals.push(status);
      return status;
    };
    const first = ask();
    await vi.waitFor(() => expect(held.standing()).toBe(1));
    const others = Array.from({ length: count - 1 }, ask);
    await vi.waitFor(() => expect(refusals).toHaveLength(refused));
    held.open();
    return (await Promise.all([first, ...others])).toSorted();
  };

  expect(await addHeld(5, 0)).toEqual([303, 303, 303, 303, 303]);
  expect(await addHeld(6, 1)).toEqual([303, 503, 503, 503, 503, 503]);
  expect(await addHeld(5, 0)).toEqual([303, 303, 303, 303, 303]);
});

test("calls that come together begin together, so that SQLite writes them by one commit", { timeout }, async () => {
  const shop = await openShop({ pays: false });
  let turn = 0;
  let counting = setImmediate(function count() {
    turn += 1;
    counting = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(counting));
  const begun: number[] = [];
  const refresh = shop.shop.settings.refresh;
  shop.shop.settings.refresh = async () => {
    begun.push(turn);
    await refresh();
  };

  const answers = await Promise.all(Array.from({ length: 24 }, () => add(shop)));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(begun).toHaveLength(24);
  expect(new Set(begun).size).toBeLessThan(12);
});

test("whoever is in a checkout or has just paid comes before listings, and what gives way is refused at once", {
  timeout,
}, async () => {
  const shop = await openShop({ pays: false, bounds: { page: { atOnce: 1, waiting: 4 } } });
  const { id } = await placed(shop.shop.db, { at: shop.shop.now() });
  await shop.runJobs();
  const shopper = shop.browser();
  await shopper.token();
  const held = gate();
  onTestFinished(() => held.open());
  const refresh = shop.shop.settings.refresh;
  shop.shop.settings.refresh = async () => {
    await held.pass();
    await refresh();
  };
  const status = async (path: string) => (await fetch(shop.url + path, { redirect: "manual" })).status;
  const running = status("/storefront/wishlist/");
  await vi.waitFor(() => expect(held.standing()).toBe(1));
  const listing = (at: number) => status(`${collectionsPath}?price_max=${100 + at}`);
  const waiting = [listing(0), listing(1), listing(2), listing(3)];
  expect(await listing(4)).toBe(503);

  const shown = shopper.get(confirmationPath(id));

  expect(await Promise.race(waiting)).toBe(503);
  held.open();
  expect([(await shown).status, await running]).toEqual([200, 200]);
  expect((await Promise.all(waiting)).toSorted()).toEqual([200, 200, 200, 503]);
});

test("nobody waits long for a place: it is refused while the house is still full", { timeout }, async () => {
  const shop = await openShop({ pays: false, bounds: { call: { atOnce: 1, waiting: 4 }, waitMs: 1 } });
  const held = gate();
  onTestFinished(() => held.open());
  shop.shop.settings.refresh = held.pass;
  const running = add(shop);
  await vi.waitFor(() => expect(held.standing()).toBe(1));

  expect((await add(shop)).status).toBe(503);
  held.open();
  expect((await running).status).toBe(303);
});

/** The status of a page requested on a new connection. */
function statusOf({ url }: TestShop, path: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.once("error", reject).once("data", (text) => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(text))?.[1])));
  });
}

// The event loop accepts one connection in each turn, while making a page takes about ten turns. So
// connections arrive faster than the shop makes pages.
test("connections that come faster than pages are made are counted before the next page is", { timeout }, async () => {
  const shop = await openShop({ pays: false, bounds: { page: { atOnce: 64, waiting: 16 } } });

  const statuses = await Promise.all(
    Array.from({ length: 400 }, (_, at) => statusOf(shop, `${collectionsPath}?price_max=${100 + at}`)),
  );

  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(320);
});

test("whoever sends a body slowly keeps no place of those that have sent theirs", { timeout }, async () => {
  const shop = await openShop({ pays: false, bounds: { call: { atOnce: 1, waiting: 0 }, slow: { atOnce: 1, waiting: 0 } } });
  const slow = () => {
    const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.setEncoding("latin1").on("error", () => {});
    socket.write("POST /storefront/cart/add HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n");
    socket.write("content-length: 99\r\n\r\nvariantId=");
    return new Promise<string>((resolve) => socket.once("data", (text) => resolve(String(text))));
  };

  const answers = [slow(), slow()];

  expect(await Promise.race(answers)).toMatch(/^HTTP\/1.1 503/);
  expect((await add(shop)).status).toBe(303);
});
