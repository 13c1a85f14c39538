import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { saveCategory } from "../../server/catalog/categories.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import type { Draft, DraftVariant } from "../../server/transfer/rules/draft.ts";
import { importBatch } from "../../server/transfer/writing/batch.ts";
import { categoryNames, openCategories } from "../../server/transfer/writing/categories.ts";
import { type Engine, engines, newProduct, now, openCatalog, save, variant, variantId } from "../catalog/open-catalog.ts";

const draftVariant = (key: string, changes: Partial<DraftVariant> = {}): DraftVariant => ({
  line: 2,
  key,
  sku: "",
  name: "",
  options: {},
  price: 4850,
  compareAt: undefined,
  onHand: 3,
  grams: 0,
  barcode: "",
  picture: "",
  ...changes,
});

const apron: Draft = {
  line: 2,
  slug: "apron",
  name: "Apron",
  category: "apparel",
  brand: "Fernwork",
  description: "<p>Linen.</p><script>alert(1)</script>",
  published: true,
  variants: [draftVariant("apron")],
  pictures: [
    { line: 2, url: "http://pictures.test/1.jpg", alt: "An apron", position: 1 },
    { line: 3, url: "http://pictures.test/2.jpg", alt: "Its pocket", position: 2 },
  ],
};

async function bring(db: Db, draft: Draft, stock: "kept" | "set" = "kept", at = now) {
  const [saved] = await importBatch(db, [draft], { stock, now: at, isDrawing: () => false });
  return saved?.ok ? saved.value.saved : saved?.error;
}

const stockOf = async (db: Db, key: string) =>
  (await db.selectFrom("variant").select("on_hand").where("key", "=", key).executeTakeFirstOrThrow()).on_hand;

const movementsOf = async (db: Db, key: string) => {
  const rows = await db
    .selectFrom("stock_movement")
    .select(["kind", "units"])
    .where("variant_id", "=", await variantId(db, key))
    .orderBy("at")
    .execute();
  return rows.map(({ kind, units }) => [kind, units]);
};

/** All rows that an import may have changed. */
async function everything(db: Db) {
  const tables = ["product", "variant", "stock_movement", "product_media", "category"] as const;
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy("id").execute()));
}

/**
 * From now on the database refuses every picture, as with a full disk; the returned function ends
 * this.
 */
async function breakPictures(db: Db, engine: Engine): Promise<() => Promise<unknown>> {
  if (engine === "sqlite") {
    await sql`CREATE TRIGGER full_disk BEFORE INSERT ON product_media BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`.execute(
      db,
    );
    return () => sql`DROP TRIGGER full_disk`.execute(db);
  }
  await sql`CREATE FUNCTION full_disk() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$ LANGUAGE plpgsql`.execute(
    db,
  );
  await sql`CREATE TRIGGER full_disk BEFORE INSERT ON product_media EXECUTE FUNCTION full_disk()`.execute(db);
  return () => sql`DROP FUNCTION full_disk CASCADE`.execute(db);
}

describe.each(engines)("bringing in products of a file on %s", (engine) => {
  test("a product comes whole: its words cleaned, its price to the cent, its stock with the first movement", async () => {
    const db = await openCatalog(engine);
    const small = draftVariant("apron/S", {
      name: "S",
      options: { Size: "S" },
      compareAt: 6000,
      grams: 420,
      barcode: "4006381333931",
    });
    const large = draftVariant("L-1", {
      sku: "L-1",
      name: "L",
      options: { Size: "L" },
      price: 5001,
      onHand: undefined,
      picture: "http://pictures.test/2.jpg",
    });

    expect(await bring(db, { ...apron, variants: [small, large] })).toBe("created");

    const product = await db.selectFrom("product").selectAll().executeTakeFirstOrThrow();
    expect(product).toMatchObject({
      slug: "apron",
      brand: "Fernwork",
      description: "<p>Linen.</p>",
      price_start: 4850,
      price_stop: 5001,
      published: 1,
      demo: 0,
    });
    const variants = await db.selectFrom("variant").selectAll().orderBy("position").execute();
    expect(variants).toMatchObject([
      {
        key: "apron/S",
        name: "S",
        options: '{"Size":"S"}',
        price: 4850,
        compare_at: 6000,
        on_hand: 3,
        grams: 420,
        barcode: "4006381333931",
        picture: 0,
      },
      { key: "L-1", sku: "L-1", price: 5001, compare_at: null, on_hand: 0, picture: 1 },
    ]);
    expect(await movementsOf(db, "apron/S")).toEqual([["initial", 3]]);
  });

  test("a second time changes nothing at all", async () => {
    const db = await openCatalog(engine);
    await bring(db, apron);
    const before = await everything(db);

    expect(await bring(db, apron, "kept", now + 1000)).toBe("unchanged");
    expect(await bring(db, apron, "set", now + 2000)).toBe("unchanged");

    expect(await everything(db)).toEqual(before);
  });

  test("what differs in the file is changed, and a variant that it no longer names is not sold any more", async () => {
    const db = await openCatalog(engine);
    const two = [draftVariant("apron/S", { name: "S" }), draftVariant("apron/L", { name: "L" })];
    await bring(db, { ...apron, variants: two });

    const dearer = [draftVariant("apron/S", { name: "S", price: 5200 })];
    expect(await bring(db, { ...apron, name: "Linen Apron", published: false, variants: dearer })).toBe("changed");

    expect(await db.selectFrom("product").select(["name", "published", "price_stop"]).execute()).toEqual([
      { name: "Linen Apron", published: 0, price_stop: 5200 },
    ]);
    expect(await db.selectFrom("variant").select(["key", "active", "price"]).orderBy("key").execute()).toEqual([
      { key: "apron/L", active: 0, price: 4850 },
      { key: "apron/S", active: 1, price: 5200 },
    ]);
  });

  test("after a sale the stock stays as sold, until it is set", async () => {
    const db = await openCatalog(engine);
    await bring(db, apron);
    await db.updateTable("variant").set({ on_hand: 1 }).execute();
    await db
      .insertInto("stock_movement")
      .values({ id: "sale", variant_id: await variantId(db, "apron"), kind: "sold", units: -2, order_id: "o-1", at: now + 1 })
      .execute();

    expect([await bring(db, apron), await stockOf(db, "apron")]).toEqual(["unchanged", 1]);

    expect([await bring(db, apron, "set", now + 2), await stockOf(db, "apron")]).toEqual(["changed", 3]);
    expect(await movementsOf(db, "apron")).toEqual([
      ["initial", 3],
      ["sold", -2],
      ["set", 2],
    ]);
  });

  test("setting the stock leaves alone what the file does not tell", async () => {
    const db = await openCatalog(engine);
    await bring(db, apron);
    expect(await bring(db, { ...apron, variants: [draftVariant("apron", { onHand: undefined })] }, "set")).toBe("unchanged");
    expect(await stockOf(db, "apron")).toBe(3);
  });

  test("stock that payments hold cannot be set away", async () => {
    const db = await openCatalog(engine);
    await bring(db, apron);
    await db.updateTable("variant").set({ reserved: 2 }).execute();
    const before = await everything(db);
    const fewer = { ...apron, name: "Another name", variants: [draftVariant("apron", { onHand: 1 })] };
    expect(await bring(db, fewer, "set")).toBe("2 units of apron are held by payments in progress, more than 1");
    expect(await everything(db)).toEqual(before);
  });

  test("products of the demo shop become the owner's when a file names them", async () => {
    const db = await openCatalog(engine);
    await save(db, newProduct("apron", { demo: true, variants: [variant("apron")] }));
    expect(await bring(db, apron)).toBe("changed");
    expect(await db.selectFrom("product").select(["name", "demo"]).execute()).toEqual([{ name: "Apron", demo: 0 }]);
  });

  test("options of another product's address are refused, and nothing is half written", async () => {
    const db = await openCatalog(engine);
    await save(db, newProduct("beaker"));
    const before = await everything(db);
    const variants = [draftVariant("apron/S"), draftVariant("beaker-1")];
    expect(await bring(db, { ...apron, variants })).toBe("beaker-1 already belongs to beaker");
    expect(await everything(db)).toEqual(before);
  });

  test("a database that fails in the middle is left as it was", async () => {
    const db = await openCatalog(engine);
    const before = await everything(db);
    const mend = await breakPictures(db, engine);
    expect(await bring(db, apron)).toContain("the disk is full");
    expect(await everything(db)).toEqual(before);

    await mend();
    expect(await bring(db, apron)).toBe("created");
    const whole = await everything(db);
    await breakPictures(db, engine);
    const longer = {
      ...apron,
      name: "Longer",
      pictures: [...apron.pictures, { line: 4, url: "http://pictures.test/3.jpg", alt: "", position: 3 }],
    };
    expect(await bring(db, longer)).toContain("the disk is full");
    expect(await everything(db)).toEqual(whole);
  });

  test("two imports at once leave one of everything", async () => {
    const db = await openCatalog(engine);
    const drafts = Array.from({ length: 6 }, (_, n) => ({
      ...apron,
      slug: `apron-${n}`,
      variants: [draftVariant(`apron-${n}`)],
    }));
    const runs = await Promise.all(drafts.flatMap((draft) => [bring(db, draft), bring(db, draft)]));
    expect(runs.sort()).toEqual([...Array(6).fill("created"), ...Array(6).fill("unchanged")]);
    expect(await db.selectFrom("variant").select("id").execute()).toHaveLength(6);
    expect(await db.selectFrom("stock_movement").select("id").execute()).toHaveLength(6);
  });

  test("an empty shop gets its five categories once; what the owner changed stays", async () => {
    const db = await openCatalog(engine);
    await db.deleteFrom("category").execute();

    expect([...(await categoryNames(db)).values()]).toContain("that-badu");
    expect(await db.selectFrom("category").select("slug").execute()).toEqual([]);
    await openCategories(db);
    await transact(db, (tx) => saveCategory(tx, { slug: "glass", name: "Blown Glass", intro: "Ours.", position: 9 }));
    await openCategories(db);
    const names = await categoryNames(db);

    const rows = await db.selectFrom("category").select(["slug", "name"]).orderBy("slug").execute();
    expect(rows.map(({ slug, name }) => `${slug} ${name}`)).toEqual([
      "apparel Apparel",
      "glass Blown Glass",
      "mushrooms Mushrooms",
      "seeds Seeds",
      "that-badu That Badu",
    ]);
    expect([names.get("blown glass"), names.get("glass"), names.get("that badu")]).toEqual(["glass", "glass", "that-badu"]);
  });
});
