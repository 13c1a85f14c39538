import { describe, expect, test } from "vitest";
import { orderNotePath } from "../../../server/checkout/paths.ts";
import { cardForm } from "../../payments/shopper.ts";
import type { TestBrowser } from "../../support/browser-of.ts";
import { openShop, type TestShop } from "../../support/shop.ts";
import { anotherBrowserOf, customerIn } from "../raw-http.ts";
import { checkoutOf as begin, nobody } from "./people.ts";
import type { Known, RequestFormat, Row } from "./row.ts";
import { ask } from "./send-request.ts";
import { rowOf, table } from "./table.ts";

type CheckoutIds = Pick<Known, "checkoutId" | "lineId">;
type Paid = CheckoutIds & { orderId: string };

/** Every route that names a checkout, in an order in which the owner can call them all. */
const routes = table.filter(({ kind }) => kind === "checkout");
const payment = rowOf("POST /storefront/checkout/payment");
const isScreen = ({ path }: Row): boolean => path.includes(":id");
const isInCart = ({ path }: Row): boolean => path.includes("/line") || path === orderNotePath;

const send = (browser: TestBrowser, format: RequestFormat, row: Row, ids: CheckoutIds) =>
  ask(row, format, { ...ids, browser } as Known);

/** Mary's checkout with every step answered, and its `ids`. */
const checkoutOf = (browser: TestBrowser): Promise<CheckoutIds> => begin(browser, "mary");

async function orderOf(browser: TestBrowser): Promise<Paid> {
  const ids = await checkoutOf(browser);
  const paid = await browser.post("/storefront/checkout/payment", { ...ids, paymentDetails: cardForm() });
  return { ...ids, orderId: (paid.body as { data: { orderId: string } }).data.orderId };
}

/** Texts of `checkoutOf`'s checkout and its order that only the owner may read. */
const secrets = /mary@example|mary-|Product 2|Variant 2|\$20\.00|\$27\.60|"amount"|ending in/;

/** Visitors who have no right to Mary's checkouts and orders. */
const strangersOf = async (shop: TestShop, ownId: string): Promise<[string, TestBrowser][]> => {
  const [guest, holder, expired] = [shop.browser(), shop.browser(), shop.browser()];
  await checkoutOf(guest);
  holder.jar.set("checkoutId", ownId);
  expired.jar.set("user_id", "A".repeat(43));
  const john = await customerIn(shop, "john");
  await checkoutOf(john);
  return [
    ["a new visitor", shop.browser()],
    ["a guest with a checkout of their own", guest],
    ["a guest whose cookie names it", holder],
    ["somebody with a session that is none", expired],
    ["another customer", john],
  ];
};

describe.each(["json", "native"] as const)("with %s calls", (format) => {
  test("its owner is let in everywhere, and so is the browser that holds a guest's", async () => {
    const shop = await openShop();
    const [mary, guest] = [await customerIn(shop, "mary"), shop.browser()];
    const [theirs, guests] = [await checkoutOf(mary), await checkoutOf(guest)];
    for (const [who, browser, ids] of [
      ["Mary", mary, theirs],
      ["the holder", guest, guests],
    ] as const)
      for (const route of routes) {
        const answer = await send(browser, format, route, ids);
        const changes = format === "native" && route.method !== "GET";
        expect([who, route.path, answer.status]).toEqual([who, route.path, changes ? 303 : 200]);
        expect([who, route.path, answer.text.includes('"errors":[{')]).toEqual([who, route.path, false]);
      }
    expect(await shop.shop.db.selectFrom("orders").select("customer_id").orderBy("number").execute()).toEqual([
      { customer_id: "mary" },
      { customer_id: null },
    ]);
  });

  test("whoever else has the id of a guest's reads its lines alone, and changes a copy: nothing of it is shown or written", async () => {
    const shop = await openShop();
    const guest = shop.browser();
    const ids = await checkoutOf(guest);
    const read = async () => (await guest.get(`/storefront/checkout/find?checkoutId=${ids.checkoutId}`)).text;
    const before = await read();
    for (const [who, browser] of await strangersOf(shop, ids.checkoutId))
      for (const route of routes) {
        const { status, text } = await send(browser, format, route, ids);
        expect([who, route.path, text]).toEqual([who, route.path, expect.not.stringMatching(/mary@example|mary-/)]);
        expect([who, route.path, [200, 303, 409, 422].includes(status)]).toEqual([who, route.path, true]);
        expect([who, route.path, await read()]).toEqual([who, route.path, before]);
      }
  });

  test("one that has become an order, or was left for another, tells nothing more of itself to anybody", async () => {
    const shop = await openShop();
    const mary = await customerIn(shop, "mary");
    const guest = shop.browser();
    const [hers, theirs] = [await orderOf(mary), await orderOf(guest)];
    const strangers = await strangersOf(shop, hers.checkoutId);
    const holders: [string, TestBrowser, Paid][] = [
      ["Mary", mary, hers],
      ["the guest", guest, theirs],
      ...strangers.map(([who, browser]): [string, TestBrowser, Paid] => [who, browser, theirs]),
    ];
    for (const [who, browser, ids] of holders)
      for (const route of routes) {
        const { status, text, headers } = await send(browser, format, route, ids);
        expect([who, route.path, status]).toEqual([who, route.path, statusOfCompleted(format, route)]);
        expect([who, route.path, text]).toEqual([who, route.path, expect.not.stringMatching(secrets)]);
        if (route.path.endsWith("/find")) expect(JSON.parse(text)).toEqual({ data: { id: ids.checkoutId, state: "completed" } });
        if (isScreen(route)) expect(headers.get("location")).toBe(`/storefront/checkout/confirmation/${ids.orderId}/`);
      }
    for (const [who, browser] of strangers)
      for (const route of routes) {
        const status = who === "another customer" ? 404 : statusWithoutSession(format, route);
        expect([who, route.path, (await send(browser, format, route, hers)).status]).toEqual([who, route.path, status]);
      }

    const left = await checkoutOf(mary);
    await shop.shop.db.updateTable("checkout").set({ state: "abandoned" }).where("id", "=", left.checkoutId).execute();
    for (const route of routes) expect([route.path, (await send(mary, format, route, left)).status]).toEqual([route.path, 404]);
  });
});

function statusOfCompleted(format: RequestFormat, route: Row): number {
  if (route.path.endsWith("/find")) return 200;
  if (isScreen(route)) return 303;
  if (route === payment) return format === "json" ? 200 : 303;
  return format === "json" || route.method === "GET" || isInCart(route) ? 409 : 303;
}

/** The visitor's session may only have ended, so a screen redirects to the sign-in. */
const statusWithoutSession = (format: RequestFormat, route: Row): number =>
  isScreen(route) || (format === "native" && route.method !== "GET") ? 303 : 401;

describe("an order's page", () => {
  const confirmation = ({ orderId }: { orderId: string }) => `/storefront/checkout/confirmation/${orderId}/`;

  /**
   * Removes the sign-in link, which differs from page to page: for visitors who are not signed in,
   * it contains the page's own address.
   */
  const withoutSignIn = (text: string) => text.replace(/<a [^>]*>Sign in to see your order<\/a>/, "");

  test("shows anybody but its payer and its owner a 'Thank you', the same one of every order (requirement 123)", async () => {
    const shop = await openShop();
    const mary = await customerIn(shop, "mary");
    const guest = shop.browser();
    const [hers, theirs] = [await orderOf(mary), await orderOf(guest)];
    const strangers = await strangersOf(shop, hers.checkoutId);
    const elsewhere = await anotherBrowserOf(shop, "mary");
    const thanks = (await shop.browser().get(confirmation(theirs))).text;
    expect(thanks).toContain("<h1>Thank you.</h1>");
    expect(thanks).not.toMatch(secrets);
    expect(thanks).not.toMatch(/order number|data-island="purchase"|<li class="line/i);

    for (const [who, browser, order] of [
      ...strangers.flatMap(([who, browser]) => [hers, theirs].map((order) => [who, browser, order] as const)),
      ["Mary", mary, theirs] as const,
      ["the guest", guest, hers] as const,
    ]) {
      const answer = await browser.get(confirmation(order));
      expect([who, answer.status, withoutSignIn(answer.text)]).toEqual([who, 200, withoutSignIn(thanks)]);
    }
    const shown = async (browser: TestBrowser, order: { orderId: string }) =>
      /Order number .*mary@example/.test((await browser.get(confirmation(order))).text);
    expect([await shown(mary, hers), await shown(elsewhere, hers), await shown(guest, theirs)]).toEqual([true, true, true]);
    shop.pass(24 * 3_600_000);
    expect([await shown(mary, hers), await shown(elsewhere, hers), await shown(guest, theirs)]).toEqual([true, true, false]);
    expect((await guest.get(confirmation(theirs))).text).toBe(thanks);
  });

  test("is none under any other id, and its purchase is told to its payer though a stranger looked first (I12)", async () => {
    const shop = await openShop();
    const guest = shop.browser();
    const order = await orderOf(guest);
    for (const orderId of [nobody, order.checkoutId, order.lineId, order.orderId.toUpperCase()])
      expect([orderId, (await guest.get(confirmation({ orderId }))).status]).toEqual([orderId, 404]);

    for (const [, stranger] of await strangersOf(shop, order.checkoutId)) await stranger.get(confirmation(order));

    expect((await guest.get(confirmation(order))).text).toContain('data-island="purchase"');
  });
});
