import { describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { newShortId } from "../../server/ids.ts";
import { type MadePage, openPageCache } from "../../server/web/page-cache.ts";
import { openChanges } from "../support/page-changes.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { rawRequest } from "./raw-http.ts";

const page = (text: string): MadePage => ({ html: `<p>${text}</p>` });

/** A cache whose catalogue and clock the test controls. */
function openCache() {
  const today = { now: 0 };
  const changes = openChanges();
  const change = () => changes.clock.apply(undefined);
  const pages = openPageCache({ ...changes, now: () => today.now, headers: {} });
  let made = 0;
  const ask = (key = "/") => pages.page(key, async () => page(`${key} ${++made}`));
  return { today, change, pages, ask, made: () => made };
}

test("a page is made once, however many ask for it at once", async () => {
  const { ask, made } = openCache();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
  expect([made(), new Set(answers).size]).toEqual([1, 1]);
  await ask();
  expect(made()).toBe(1);
});

test("a page that could not be made is made for the next who asks, and nobody else waits for it", async () => {
  const { pages, ask } = openCache();
  const failed = await Promise.allSettled([1, 2].map(() => pages.page("/", () => Promise.reject(new Error("no database")))));
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect("tag" in (await ask())).toBe(true);
});

test("a page that was overtaken while it was made is shown once and not kept; who asks after the change waits for no older one", async () => {
  const { change, pages, ask, made } = openCache();
  let finish = (_: MadePage) => {};
  const slow = pages.page("/", () => new Promise((resolve) => (finish = resolve)));
  change();
  const newer = await ask();
  finish(page("old"));

  expect(await slow).not.toBe(newer);
  expect(await ask()).toBe(newer);
  expect(made()).toBe(1);
});

test("a page does not outlive the hour in which it was made, for some of it depends on the clock", async () => {
  const { today, ask, made } = openCache();
  await ask();
  today.now = 3_599_999;
  await ask();
  expect(made()).toBe(1);
  today.now = 3_600_000;
  await ask();
  expect(made()).toBe(2);
});

test("a page that looks the same after a change of the catalogue is not compressed anew", async () => {
  const { change, pages } = openCache();
  const ask = () => pages.page("/", async () => page("always the same"));
  const before = await ask();
  change();
  expect(await ask()).toBe(before);
});

test('the label "new" ends with its day, on kept pages as well (requirement 149)', async () => {
  const shop = await openShop({ pays: false });
  const almost = Date.now() - 30 * 24 * 3_600_000 + 1_800_000;
  await shop.shop.db.updateTable("product").set({ created_at: almost }).where("id", "=", "p-1").execute();
  const listing = async () => (await rawRequest(shop, "/storefront/collections/")).text.includes("label--new");

  expect(await listing()).toBe(true);
  shop.pass(3_600_000);
  expect(await listing()).toBe(false);
});

/**
 * Opens a shop's database again like another process: the owner's command line, or a second shop.
 */
async function anotherProcess({ directory, databaseUrl }: TestShop, work: (db: Db) => Promise<unknown>): Promise<void> {
  const { db, close } = await openDatabase({ url: databaseUrl, directory });
  await work(db).finally(close);
}

const nobody = { id: newShortId(), product_id: "p-1", author: "Robin", stars: 5, title: "", body: "Good." };
const changes: Record<string, { path: string; change: (db: Db) => Promise<unknown>; shows: string }> = {
  "a price": {
    path: "/storefront/products/product-1/",
    change: (db) => db.updateTable("variant").set({ price: 4321 }).where("id", "=", "v-1").execute(),
    shows: "$43.21",
  },
  "a stock state": {
    path: "/storefront/products/product-1/",
    change: (db) => db.updateTable("variant").set({ on_hand: 0 }).where("id", "=", "v-1").execute(),
    shows: "out of stock",
  },
  "a name on a card": {
    path: "/storefront/collections/",
    change: (db) => db.updateTable("product").set({ name: "Renamed" }).where("id", "=", "p-1").execute(),
    shows: "Renamed",
  },
  "a banner": {
    path: "/storefront/",
    change: (db) =>
      db.insertInto("banner").values({ id: newShortId(), page: "home", background_url: "", title: "A new hero" }).execute(),
    shows: "A new hero",
  },
  "a page of text": {
    path: "/storefront/",
    change: (db) =>
      db
        .insertInto("content_page")
        .values({ slug: "shipping", title: "How we ship", description: "", markdown: "By post.", updated_at: 1 })
        .execute(),
    shows: '<a href="/storefront/pages/shipping/">How we ship</a>',
  },
  "a review": {
    path: "/storefront/products/product-1/",
    change: (db) =>
      db
        .insertInto("review")
        .values({ ...nobody, published: 1, at: 1 })
        .execute(),
    shows: "Robin",
  },
};

for (const engine of engines) {
  describe(`pages on ${engine}`, () => {
    for (const [what, { path, change, shows }] of Object.entries(changes)) {
      test(`show ${what} that another process changed`, async () => {
        const shop = await openShop({ engine, pays: false });
        const text = async () => (await rawRequest(shop, path)).text;
        expect(await text()).not.toContain(shows);
        expect(await text()).not.toContain(shows);
        await anotherProcess(shop, change);
        await vi.waitFor(async () => expect(await text()).toContain(shows));
      });
    }

    test("stay when a sale changes no stock state, and go when it does", async () => {
      const shop = await openShop({ engine, pays: false });
      const { db, catalogVersion, close } = await openDatabase({ url: shop.databaseUrl, directory: shop.directory });
      const sell = (left: number) => db.updateTable("variant").set({ on_hand: left }).where("id", "=", "v-1").execute();
      const rename = () => db.updateTable("product").set({ name: newShortId() }).where("id", "=", "p-1").execute();
      const moved = async (change: () => Promise<unknown>) => {
        const before = catalogVersion();
        await change();
        await vi.waitFor(() => expect(catalogVersion()).not.toBe(before));
        return catalogVersion();
      };
      await vi.waitFor(() => expect(catalogVersion()).toBeGreaterThan(0));
      const first = await moved(rename);
      await sell(9);
      await sell(6);
      // Sales that change no stock state send no notice. Notices arrive in order, so a notice of
      // these two sales would already have raised the version by now.
      expect(await moved(rename)).toBe(first + 1);
      expect(await moved(() => sell(5))).toBe(first + 2);
      await close();
    });
  });
}
