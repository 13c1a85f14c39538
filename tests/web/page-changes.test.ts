import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findDetails } from "../../server/catalog/details.ts";
import { findListing } from "../../server/catalog/listing.ts";
import { filtersOf } from "../../server/catalog/rules/listing.ts";
import { reviewFilterOf } from "../../server/catalog/rules/reviews.ts";
import { ChangeClock } from "../../server/db/changes/change-clock.ts";
import { postgresFeed } from "../../server/db/changes/postgres-feed.ts";
import { prunePageChanges } from "../../server/db/changes/prune.ts";
import { mayChangePages } from "../../server/db/changes/watched-statements.ts";
import { watched } from "../../server/db/migrations/001-base/watched.ts";
import { openDatabase } from "../../server/db/open.ts";
import { tagHeaderOf, tagsOfChange, tagsOfPage } from "../../server/web/cache-tags.ts";
import { openPageCache } from "../../server/web/page-cache.ts";
import { openChanges } from "../support/page-changes.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { rawRequest } from "./raw-http.ts";

/** Pages that read the same data as the shop's own, and count how often they are made. */
function countedPages({ shop: { db, pages, now } }: TestShop) {
  const made: string[] = [];
  const page = (name: string, read: () => Promise<unknown>) =>
    pages.page(name, async () => {
      made.push(name);
      return { html: JSON.stringify(await read()) };
    });
  const query = { reviews: reviewFilterOf({}), shipTo: undefined, variantId: undefined };
  const product = (n: number) => page(`product ${n}`, () => findDetails(db, `product-${n}`, query, now()));
  const listing = (category: string) => page(category, () => findListing(db, filtersOf({ categories: category }), now()));
  const all = async () => {
    made.length = 0;
    for (const n of [1, 2, 3]) await product(n);
    for (const category of ["seeds", "apparel"]) await listing(category);
    return [...made];
  };
  return { page, all };
}

describe.each(engines)("a change on %s", (engine) => {
  // The products 1 and 3 are seeds, and 2 is apparel. With so few products each page suggests all
  // others.
  test("makes the pages new that show it, and no others", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db } = shop.shop;
    const { all } = countedPages(shop);
    const product = (id: string, set: Record<string, unknown>) =>
      db.updateTable("product").set(set).where("id", "=", id).execute();
    await all();
    expect(await all()).toEqual([]);

    // A card shows its product's rating, which is noted together with the description.
    await product("p-2", { description: "<p>Only its own page says so.</p>" });
    expect(await all()).toEqual(["product 1", "product 2", "product 3", "apparel"]);
    await db.updateTable("variant").set({ price: 4321 }).where("id", "=", "v-2").execute();
    expect(await all()).toEqual(["product 1", "product 2", "product 3", "apparel"]);
    // The product keeps its rank, so no content of a page changes.
    await product("p-1", { popularity: 3 });
    await all();
    await product("p-1", { popularity: 4 });
    expect(await all()).toEqual([]);
    await db.updateTable("variant").set({ on_hand: 9 }).where("id", "=", "v-1").execute();
    await product("p-1", { updated_at: 7 });
    expect(await all()).toEqual([]);
    await db.insertInto("banner").values({ id: "b", page: "home", background_url: "", title: "Hero" }).execute();
    expect(await all()).toEqual([]);
    await db
      .insertInto("review")
      .values({ id: "r", product_id: "p-3", author: "Robin", stars: 5, title: "", body: "Good.", published: 1, at: 1 })
      .execute();
    expect(await all()).toEqual(["product 1", "product 2", "product 3", "seeds"]);
  });

  test("that leaves what a page lists as it was keeps the page in memory, without a look at its route", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db, pages } = shop.shop;
    const path = "/storefront/products/product-1/";
    const routed = vi.spyOn(pages, "page");
    const popularity = (id: string, popularity: number) =>
      db.updateTable("product").set({ popularity }).where("id", "=", id).execute();
    await popularity("p-2", 3);
    const text = async () => (await rawRequest(shop, path)).text;
    const before = await text();
    expect(routed).toHaveBeenCalledTimes(1);

    // The shop may reach the route if other data was read meanwhile, or if a busy machine's
    // database has not sent its notice yet. This happens for less than half of the changes.
    const changes = 10;
    for (let n = 1; n <= changes; n += 1) {
      await popularity("p-2", 3 + n);
      expect([await text(), await text()]).toEqual([before, before]);
    }
    const asked = routed.mock.calls.length;
    expect(asked).toBeLessThan(changes / 2);
    await db.updateTable("product").set({ name: "Renamed" }).where("id", "=", "p-2").execute();
    expect(await text()).toContain("Renamed");
    expect(routed.mock.calls.length).toBeGreaterThan(asked);
  });

  test("that comes while a page is made is on the next one", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db } = shop.shop;
    const { page } = countedPages(shop);
    const nameOf = () => db.selectFrom("product").select("name").where("id", "=", "p-1").execute();
    const racing = async (name: string, between: () => Promise<unknown>) => {
      const { reading } = await import("../../server/db/changes/tracking.ts");
      return await page(name, async () => {
        const read = await reading(["product:p-1"], nameOf);
        await between();
        return read;
      });
    };
    const rename = (name: string) => db.updateTable("product").set({ name }).where("id", "=", "p-1").execute();
    const textOf = (found: object) =>
      "html" in found ? String(found.html) : (found as { in(e: string): { body: Buffer } }).in("identity").body.toString();

    await racing("p", () => rename("Second"));
    expect(textOf(await racing("p", async () => {}))).toContain("Second");
  });

  test("makes a page new that read what nobody named", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db } = shop.shop;
    const { page, all } = countedPages(shop);
    let made = 0;
    const unnamed = () =>
      page("unnamed", async () => {
        made += 1;
        return await db.selectFrom("promo").select("code").execute();
      });
    await all();
    await unnamed();
    await unnamed();
    expect(made).toBe(1);
    await db.insertInto("banner").values({ id: "b", page: "home", background_url: "", title: "Hero" }).execute();
    await unnamed();
    expect(made).toBe(2);
  });

  test("is forgotten by the second upkeep after it, and who has not read it takes everything as changed", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db } = shop.shop;
    // The shop's own first upkeep prunes, too, and would count as the first one after the change.
    await vi.waitFor(async () => {
      const { next } = await db.selectFrom("page_change_floor").select("next").executeTakeFirstOrThrow();
      expect(next).toBeGreaterThan(0);
    });
    const late = await openDatabase({ url: shop.databaseUrl, directory: shop.directory });
    onTestFinished(() => late.close());
    await late.feed.catchUp();
    const rows = async () => (await db.selectFrom("page_change").select("subject").execute()).map(({ subject }) => subject);
    await db.updateTable("product").set({ name: "Renamed" }).where("id", "=", "p-1").execute();
    await prunePageChanges(db);
    expect(await rows()).toContain("product:p-1");
    // On PostgreSQL a change is settled after all earlier transactions of the server have ended.
    await vi.waitFor(async () => {
      await prunePageChanges(db);
      expect(await rows()).not.toContain("product:p-1");
    });

    const before = late.clock.now;
    late.clock.numberOf("content:never-written");
    await vi.waitFor(async () => {
      expect(late.feed.isCurrent() || (await late.feed.catchUp())).toBe(true);
      expect(late.clock.hasChanged([late.clock.numberOf("content:never-written")], before)).toBe(true);
    });
  });
});

test("a page whose changes cannot be read is left to its route", async () => {
  const clock = new ChangeClock();
  let isCurrent = true;
  const feed = { isCurrent: () => isCurrent, catchUp: () => Promise.reject(new Error("the database is silent")) };
  const pages = openPageCache({ clock, feed, now: () => 0, headers: {} });
  await pages.page("/", async () => ({ html: "<p>one</p>" }));
  pages.addTarget("/?x", "/");
  const [req, res] = [{ method: "GET", url: "/?x" } as IncomingMessage, {} as ServerResponse];
  isCurrent = false;

  expect(pages.answerRaw(req, res)).toBe(false);
  expect(await pages.answerOnceKnown(req, res)).toBe(false);
  expect(pages.answerOnceKnown({ method: "POST", url: "/?x" } as IncomingMessage, res)).toBeUndefined();
});

test("a page is filled by nobody who cannot see a commit that it has heard of", async () => {
  const shop = await openShop({ engine: "postgres", pays: false });
  const clock = new ChangeClock();
  const feed = postgresFeed(shop.shop.db, clock);
  const pages = openPageCache({ clock, feed, now: () => 0, headers: {} });
  let made = 0;
  const ask = () => pages.page("/", async () => ({ html: `<p>${++made}</p>` }));
  await ask();
  await ask();
  expect(made).toBe(1);
  feed.notified(2 ** 40);
  await ask();
  await ask();
  expect(made).toBe(3);
});

test("statements on every watched table count as changes, and reads as none", () => {
  for (const table of Object.keys(watched))
    expect([table, mayChangePages(`insert into "${table}" default values`)]).toEqual([table, true]);
  for (const text of [
    'update "product" set x = 1',
    "DELETE FROM banner WHERE true",
    "with x as (update product set y = 1) select 1",
  ])
    expect([text, mayChangePages(text)]).toEqual([text, true]);
  for (const text of [
    "select 1",
    "begin",
    'insert into "session" ("x") values (1)',
    "with x as (select 1) select * from x for update",
  ])
    expect([text, mayChangePages(text)]).toEqual([text, false]);
});

test("a subject that changed before it had a number is known to have, as long as it may matter", () => {
  const clock = new ChangeClock();
  const before = clock.now;
  clock.apply(["product:a"]);
  expect(clock.hasChanged([clock.numberOf("product:a")], before)).toBe(true);
  expect(clock.hasChanged([clock.numberOf("product")], before)).toBe(true);
  expect(clock.hasChanged([clock.numberOf("product:b")], before)).toBe(false);
  clock.apply(Array.from({ length: 30_000 }, (_, at) => `product:${at}`));
  expect(clock.hasChanged([clock.numberOf("details:c")], before)).toBe(true);
  expect(clock.hasChanged([clock.numberOf("details:c")], clock.now)).toBe(false);
});

test("a page is tagged with what it shows, in a header of bounded length", async () => {
  const shop = await openShop({ pays: false });
  const { headers } = await rawRequest(shop, "/storefront/products/product-1/");
  const tags = headers.get("surrogate-key")?.split(" ") ?? [];
  expect(tags).toEqual(expect.arrayContaining(["shop", "product:p-1", "details:p-1", "footer"]));
  expect(headers.get("cache-control")).toContain("stale-if-error=");

  const subjects = new Set(Array.from({ length: 200 }, (_, at) => `product:${at}`));
  const known = { results: [], until: 0, onAnything: false };
  expect(tagsOfPage({ ...known, subjects })).toEqual(["shop", "any"]);
  const odd = { ...known, subjects: new Set(["content:a b,c"]) };
  expect(tagsOfPage(odd)).toEqual(["shop", "content:a%20b%2Cc"]);
  expect(tagHeaderOf("cache-tag", odd)).toEqual(["Cache-Tag", "shop,content:a%20b%2Cc"]);
  expect(tagsOfChange("assortment:c:p")).toEqual(["assortment", "assortment:c", "assortment:c:p"]);
});

test("a shared cache is purged of what has changed, and asked again where it did not answer", async () => {
  const purged: { tags: string[]; secret: unknown }[] = [];
  let fails = 1;
  const cdn = createServer((req, res) => {
    let body = "";
    req.on("data", (part) => (body += part));
    req.on("end", () => {
      const failing = fails-- > 0;
      if (!failing) purged.push({ tags: JSON.parse(body).tags, secret: req.headers["fastly-key"] });
      res.writeHead(failing ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => cdn.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void cdn.close());
  const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`;
  const shop = await openShop({ pays: false, env: { CDN_PURGE_URL: url, CDN_PURGE_HEADER: "Fastly-Key: a secret" } });
  await vi.waitFor(() => expect(purged[0]).toEqual({ tags: ["shop"], secret: "a secret" }));
  await rawRequest(shop, "/storefront/products/product-1/");
  await shop.shop.db.updateTable("variant").set({ price: 4321 }).where("id", "=", "v-1").execute();

  // The purge is sent twice, since a response in progress may reach the shared cache after the
  // first one.
  await vi.waitFor(() => expect(purged.filter(({ tags }) => tags.includes("product:p-1"))).toHaveLength(2));
  expect(shop.log.join("")).not.toContain("a secret");
});

test("what changes by the clock alone is current until then", async () => {
  const { dependOn, dependOnTime } = await import("../../server/db/changes/tracking.ts");
  let [now, made] = [0, 0];
  const pages = openPageCache({ ...openChanges(), now: () => now, headers: {} });
  const ask = () =>
    pages.page("/", async () => {
      dependOn("product:a");
      dependOnTime(8_000_000);
      return { html: `<p>${++made}</p>` };
    });
  await ask();
  now = 7_999_999;
  await ask();
  expect(made).toBe(1);
  now = 8_000_000;
  await ask();
  expect(made).toBe(2);
});
