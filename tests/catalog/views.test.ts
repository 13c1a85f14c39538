import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { recountSales } from "../../server/catalog/recount.ts";
import { dayOf, oneDay } from "../../server/catalog/rules/days.ts";
import { openViewCounts } from "../../server/catalog/views.ts";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { loadDemo } from "../../server/demo/load.ts";
import { readDataset } from "../../server/demo/read-dataset.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { newProduct, now, openCatalog, openEmpty, productId, saveAll, variantId } from "./open-catalog.ts";

const halfAnHour = 30 * 60_000;

/** Views a product from a customer's address, like the page's beacon. */
async function look(shop: TestShop, id: string, address = "203.0.113.1", headers: Record<string, string> = {}): Promise<number> {
  const init = {
    body: JSON.stringify({ productId: id }),
    headers: { "content-type": "application/json", "x-forwarded-for": address, ...headers },
  };
  return (await shop.browser().request("POST", "/storefront/api/views", init)).status;
}

async function written(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom("product_view").select(["product_id", "views"]).orderBy("day").execute();
  return Object.fromEntries(rows.map(({ product_id, views }) => [product_id, views]));
}

const proxied = { pays: false, env: { TRUST_PROXY: "1" } };

describe.each(proofEngines)("views of products on %s", (engine) => {
  test("a look counts once for each address and product within half an hour", async () => {
    const shop = await openShop({ engine, ...proxied });
    // The time is noon, so that half an hour later is still the same day.
    shop.pass(oneDay / 2 - (shop.shop.now() % oneDay));

    for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.2", "2001:db8::1", "2001:db8::2"])
      expect(await look(shop, "p-1", address)).toBe(204);
    expect(await look(shop, "p-2")).toBe(204);
    await shop.shop.viewCounts.write();
    expect(await written(shop.shop.db)).toEqual({ "p-1": 3, "p-2": 1 });

    shop.pass(halfAnHour);
    await look(shop, "p-1");
    await shop.shop.viewCounts.write();
    expect(await written(shop.shop.db)).toEqual({ "p-1": 4, "p-2": 1 });
  });

  test("what two processes count adds up, day by day", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [newProduct("tee")]);
    const id = await productId(db, "tee");
    const clock = { at: now };
    const [one, other] = [openViewCounts(db, () => clock.at), openViewCounts(db, () => clock.at)];

    await Promise.all([one.record(id, "203.0.113.1"), other.record(id, "203.0.113.2")]);
    await Promise.all([one.write(), other.write()]);
    clock.at += oneDay;
    await one.record(id, "203.0.113.1");
    await one.write();

    const rows = await db.selectFrom("product_view").select(["day", "views"]).orderBy("day").execute();
    expect(rows).toEqual([
      { day: dayOf(now), views: 2 },
      { day: dayOf(now) + 1, views: 1 },
    ]);
  });

  test("counting anew finds what was sold and not brought back in 90 days, and seen in 30, and nothing else", async () => {
    const db = await openCatalog(engine);
    await saveAll(db, [newProduct("tee"), newProduct("cap")]);
    const [tee, shirt] = [await productId(db, "tee"), await variantId(db, "tee-1")];
    const moved = async (kind: "set" | "sold" | "restocked", units: number, daysAgo: number) =>
      db
        .insertInto("stock_movement")
        .values({ id: `${kind}-${daysAgo}`, variant_id: shirt, kind, units, order_id: null, at: now - daysAgo * oneDay })
        .execute();
    await moved("sold", -5, 1);
    await moved("sold", -7, 89);
    await moved("sold", -100, 91);
    await moved("restocked", 2, 3);
    await moved("set", 50, 2);
    const seen = (daysAgo: number, views: number) => ({ product_id: tee, day: dayOf(now) - daysAgo, views });
    await db
      .insertInto("product_view")
      .values([seen(0, 4), seen(29, 6), seen(30, 100), seen(34, 100), seen(35, 100)])
      .execute();

    await recountSales(db, now);

    const counts = await db
      .selectFrom("product")
      .select(["slug", "units_90", "views_30", "popularity"])
      .orderBy("slug")
      .execute();
    expect(counts).toEqual([
      { slug: "cap", units_90: 0, views_30: 0, popularity: 0 },
      { slug: "tee", units_90: 10, views_30: 10, popularity: 50 },
    ]);
    const days = await db.selectFrom("product_view").select("day").orderBy("day").execute();
    expect(days.map(({ day }) => dayOf(now) - day)).toEqual([34, 30, 29, 0]);
  });

  test("the demo shop's figures are what counting anew yields, and the stored totals still agree", async () => {
    const db = await openEmpty(engine);
    await loadDemo(db, now);
    const counts = async () =>
      await db.selectFrom("product").select(["slug", "units_90", "views_30", "popularity"]).orderBy("slug").execute();
    const before = await counts();
    const { products } = await readDataset();
    expect(Object.fromEntries(before.map(({ slug, units_90 }) => [slug, units_90]))).toEqual(
      Object.fromEntries(products.map(({ past }) => [past.product, past.units90])),
    );

    await recountSales(db, now);

    expect(await counts()).toEqual(before);
    expect(await findBreaches(db)).toEqual([]);
  });
});

test("a look that another site's page sends, or that names no product, counts nothing and sets no cookie", async () => {
  const shop = await openShop(proxied);
  await shop.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-3").execute();

  expect(await look(shop, "p-1", "203.0.113.1", { "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await look(shop, "p-1", "203.0.113.1", { origin: "https://evil.example" })).toBe(403);
  expect([await look(shop, "nothing"), await look(shop, "p-3")]).toEqual([404, 404]);
  const send = async (body: string, type = "application/json") => {
    const answer = await shop
      .browser()
      .request("POST", "/shop/us/storefront/api/views", { body, headers: { "content-type": type } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    return answer.status;
  };
  expect(await send("{")).toBe(400);
  expect(await send("[]")).toBe(400);
  expect(await send('{"productId":"\\u0000"}')).toBe(400);
  expect(await send('{"productId":"p-1"}', "text/plain")).toBe(415);
  expect(await send('{"productId":"p-1"}')).toBe(204);
  await shop.shop.viewCounts.write();
  expect(await written(shop.shop.db)).toEqual({ "p-1": 1 });
});

test("without a proxy in front nobody chooses the address that counts", async () => {
  const shop = await openShop({ pays: false });
  for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) await look(shop, "p-1", address);
  await shop.shop.viewCounts.write();
  expect(await written(shop.shop.db)).toEqual({ "p-1": 1 });
});

test("looks that could not be written are written the next time", async () => {
  const db = await openCatalog("sqlite");
  await saveAll(db, [newProduct("tee")]);
  const id = await productId(db, "tee");
  let broken = true;
  const failing = new Proxy(db, {
    get: (target, name) => {
      if (broken && name === "withoutPlugins") throw new Error("database is locked");
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const counts = openViewCounts(failing, () => now);
  await counts.record(id, "203.0.113.1");

  await expect(counts.write()).rejects.toThrow("database is locked");
  await counts.record(id, "203.0.113.2");
  broken = false;
  await counts.write();
  await counts.write();

  expect(await written(db)).toEqual({ [id]: 2 });
});

test("looks at products that are gone meanwhile do not hold up the others", async () => {
  const db = await openCatalog("sqlite");
  await saveAll(db, [newProduct("tee")]);
  const tee = await db.selectFrom("product").selectAll().executeTakeFirstOrThrow();
  await db
    .insertInto("product")
    .values({ ...tee, id: "bare", slug: "bare" })
    .execute();
  const counts = openViewCounts(db, () => now);
  for (const id of ["bare", tee.id]) await counts.record(id, "203.0.113.1");
  await db.deleteFrom("product").where("id", "=", "bare").execute();

  await counts.write();

  expect(await written(db)).toEqual({ [tee.id]: 1 });
});

test("closing the shop writes what was counted, and a shop opened again goes on from there", async () => {
  const shop = await openShop(proxied);
  await look(shop, "p-1");
  await shop.close();

  const again = await openDatabase({ url: undefined, directory: shop.directory });
  expect(await written(again.db)).toEqual({ "p-1": 1 });
  await again.close();
});

test("counting anew the same figures writes nothing, so that nobody waits and no page is made again", async () => {
  const db = await openCatalog("postgres");
  await saveAll(db, [newProduct("tee")]);
  // PostgreSQL shows which transaction wrote a row last.
  const writer = async () => (await sql<{ xmin: string }>`select xmin::text from product`.execute(db)).rows;
  const before = await writer();

  await recountSales(db, now);

  expect(await writer()).toEqual(before);
});
