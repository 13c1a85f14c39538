import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { findListing } from "../../server/catalog/listing.ts";
import { filtersOf } from "../../server/catalog/rules/listing.ts";
import type { Db } from "../../server/db/tables.ts";
import type { Draft, DraftAttribute, DraftVariant } from "../../server/transfer/rules/draft.ts";
import { importBatch } from "../../server/transfer/writing/batch.ts";
import { type Engine, engines, now, openCatalog } from "../catalog/open-catalog.ts";

const draftVariant = (key: string, changes: Partial<DraftVariant> = {}): DraftVariant => ({
  line: 2,
  key,
  sku: key,
  name: "",
  options: {},
  price: 1000,
  compareAt: undefined,
  onHand: 3,
  grams: 0,
  barcode: "",
  picture: "",
  ...changes,
});

const draft = (slug: string, changes: Partial<Draft> = {}): Draft => ({
  line: 2,
  slug,
  name: `The ${slug}`,
  category: "glass",
  brand: "Fern",
  description: "<p>Good.</p>",
  published: true,
  variants: [draftVariant(`${slug}-1`)],
  pictures: [{ line: 2, url: `http://pictures.test/${slug}.jpg`, alt: `A ${slug}`, position: 1 }],
  ...changes,
});

const pick = (attribute: string, value: string, position?: number): DraftAttribute => ({
  attribute: { slug: attribute.toLowerCase(), name: attribute },
  value: { slug: value.toLowerCase(), name: value, ...(position !== undefined && { position }) },
});

/** A picture that this shop draws itself. */
const drawn = "apparel-cap-leaf-charcoal.gold.cream-_-7b676f66-v0";

const options = { stock: "kept" as const, now, isDrawing: (key: string) => key === drawn };

/** The outcome for each product: what was done, or why nothing was done. */
async function bring(db: Db, drafts: readonly Draft[], changes: Partial<Parameters<typeof importBatch>[2]> = {}) {
  const outcomes = await importBatch(db, drafts, { ...options, ...changes });
  return outcomes.map((outcome) => (outcome.ok ? outcome.value.saved : outcome.error));
}

const slugsIn = async (db: Db) =>
  (await db.selectFrom("product").select("slug").orderBy("slug").execute()).map(({ slug }) => slug);

const tables = [
  ...(["product", "variant", "stock_movement", "product_media", "product_attribute", "attribute", "attribute_value"] as const),
  ...(["category", "assortment_change", "catalog_version"] as const),
];

/** All rows that an import may change. */
async function everything(db: Db) {
  const rows = tables.map(async (table) => {
    const found = await db.selectFrom(table).selectAll().execute();
    return [table, found.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

const valuesOf = async (db: Db, slug: string) => {
  const rows = await db
    .selectFrom("product_attribute as pa")
    .innerJoin("product as p", "p.id", "pa.product_id")
    .innerJoin("attribute_value as v", "v.id", "pa.value_id")
    .select("v.name")
    .where("p.slug", "=", slug)
    .orderBy("v.name")
    .execute();
  return rows.map(({ name }) => name);
};

/** Makes the database refuse pictures with the text `alt`, as if it could not store them. */
async function refusePicturesOf(db: Db, engine: Engine, alt: string): Promise<void> {
  if (engine === "sqlite") {
    const text = `CREATE TRIGGER picky BEFORE INSERT ON product_media WHEN NEW.alt = '${alt}' BEGIN SELECT RAISE(ABORT, 'no such picture'); END`;
    await sql.raw(text).execute(db);
    return;
  }
  await sql`CREATE FUNCTION picky() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'no such picture'; END $$ LANGUAGE plpgsql`.execute(
    db,
  );
  await sql
    .raw(`CREATE TRIGGER picky BEFORE INSERT ON product_media FOR EACH ROW WHEN (NEW.alt = '${alt}') EXECUTE FUNCTION picky()`)
    .execute(db);
}

describe.each(engines)("products that are brought in together on %s", (engine) => {
  test("are all there, each with its variants, stock and pictures, and found by their words", async () => {
    const db = await openCatalog(engine);
    const jars = Array.from({ length: 300 }, (_, n) => draft(`jar-${n}`, { attributes: [pick("Colour", "Amber")] }));

    expect(new Set(await bring(db, jars))).toEqual(new Set(["created"]));

    expect(await slugsIn(db)).toHaveLength(300);
    for (const table of ["variant", "stock_movement", "product_media", "product_attribute"] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(300);
    const found = async (q: string) => (await findListing(db, { ...filtersOf({}), q }, now)).total;
    expect([await found("jar 77"), await found("amber"), await found("zzz")]).toEqual([1, 300, 0]);
  });

  test("a second time change nothing, not even the version that the page cache looks at", async () => {
    const db = await openCatalog(engine);
    const jars = Array.from({ length: 40 }, (_, n) => draft(`jar-${n}`, { attributes: [pick("Colour", "Amber")] }));
    await bring(db, jars);
    const before = await everything(db);

    expect(new Set(await bring(db, jars, { now: now + 1000 }))).toEqual(new Set(["unchanged"]));
    expect(new Set(await bring(db, jars, { now: now + 2000, stock: "set" }))).toEqual(new Set(["unchanged"]));

    expect(await everything(db)).toEqual(before);
  });

  test("one that the database refuses leaves the others whole, and nothing of itself", async () => {
    const db = await openCatalog(engine);
    await bring(db, [draft("cap")]);
    await refusePicturesOf(db, engine, "broken");
    const broken = { pictures: [{ line: 2, url: "http://pictures.test/x.jpg", alt: "broken", position: 1 }] };

    const outcomes = await bring(db, [
      draft("apron"),
      draft("bowl", broken),
      draft("cap", { name: "Cap", ...broken }),
      draft("dish"),
    ]);

    expect(outcomes).toEqual([
      "created",
      expect.stringContaining("no such picture"),
      expect.stringContaining("no such picture"),
      "created",
    ]);
    expect(await slugsIn(db)).toEqual(["apron", "cap", "dish"]);
    expect((await db.selectFrom("variant").select("key").orderBy("key").execute()).map(({ key }) => key)).toEqual([
      "apron-1",
      "cap-1",
      "dish-1",
    ]);
    expect(await db.selectFrom("product").select("name").where("slug", "=", "cap").executeTakeFirst()).toEqual({
      name: "The cap",
    });
  });

  test("with one SKU are all written, and known again in whatever order they come", async () => {
    const db = await openCatalog(engine);
    const sameSku = { variants: [draftVariant("same")] };
    const products = [draft("apron", sameSku), draft("bowl", sameSku), draft("cap")];

    expect(await bring(db, products)).toEqual(["created", "created", "created"]);
    expect(await bring(db, products)).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect(await bring(db, products.toReversed())).toEqual(["unchanged", "unchanged", "unchanged"]);

    const [apron, bowl, cap] = await importBatch(db, products, options);
    const told = [apron, bowl, cap].map((outcome) => outcome?.ok && outcome.value.sharedSkus);
    expect(told).toEqual([[], ["same"], []]);
  });

  test("keep each variant's stock where variants of one product share a SKU and change places", async () => {
    const db = await openCatalog(engine);
    const size = (value: string, onHand: number) => draftVariant("same", { name: value, options: { Size: value }, onHand });
    await bring(db, [draft("apron", { variants: [size("S", 3), size("M", 5)] })]);

    await bring(db, [draft("apron", { variants: [size("L", 7), size("M", 0)] })]);

    const rows = await db.selectFrom("variant").select(["name", "on_hand", "active"]).orderBy("name").execute();
    expect(rows).toEqual([
      { name: "L", on_hand: 7, active: 1 },
      { name: "M", on_hand: 5, active: 1 },
      { name: "S", on_hand: 3, active: 0 },
    ]);
  });

  test("whose SKU an earlier version kept with a spreadsheet's apostrophe are the same variants without it", async () => {
    const db = await openCatalog(engine);
    await bring(db, [draft("apron", { variants: [draftVariant("'00417", { onHand: 3 })] })]);

    expect(await bring(db, [draft("apron", { variants: [draftVariant("00417", { onHand: 9 })] })])).toEqual(["changed"]);

    const rows = await db.selectFrom("variant").select(["sku", "on_hand", "active"]).execute();
    expect(rows).toEqual([{ sku: "00417", on_hand: 3, active: 1 }]);
  });

  const sized = (value: string, sku: string, changes: Partial<DraftVariant> = {}) =>
    draftVariant(sku || `apron/${value}`, { sku, name: value, options: { Size: value }, ...changes });
  const apron = (...variants: DraftVariant[]) => draft("apron", { variants });
  const variantsIn = (db: Db) =>
    db.selectFrom("variant").select(["id", "key", "sku", "name", "on_hand", "active"]).orderBy("id").execute();

  test.each([
    ["that gets a SKU", "", "A-2"],
    ["whose SKU is corrected", "A-1", "A-2"],
    ["that loses its SKU", "A-1", ""],
  ])("keep a variant %s, with its units", async (_what, before, after) => {
    const db = await openCatalog(engine);
    await bring(db, [apron(sized("S", before, { onHand: 3 }), sized("M", "A-M", { onHand: 5 }))]);
    const stored = await variantsIn(db);
    const changed = [apron(sized("S", after, { onHand: 9 }), sized("M", "A-M"))];

    const [tried] = await importBatch(db, changed, { ...options, mode: "tried" });
    expect(await variantsIn(db)).toEqual(stored);
    const [outcome] = await importBatch(db, changed, options);

    expect(outcome).toEqual(tried);
    expect(outcome).toMatchObject({ ok: true, value: { saved: "changed", differs: ["SKU"] } });
    const expected = stored.map((row) => (row.name === "S" ? { ...row, sku: after, key: after || "apron/S" } : row));
    expect(await variantsIn(db)).toEqual(expected);
    expect(await bring(db, changed)).toEqual(["unchanged"]);
  });

  test("keep the only variant, which has no options", async () => {
    const db = await openCatalog(engine);
    await bring(db, [apron(draftVariant("apron", { sku: "" }))]);
    const [stored] = await variantsIn(db);

    expect(await bring(db, [apron(draftVariant("A-1"))])).toEqual(["changed"]);

    expect(await variantsIn(db)).toEqual([{ ...stored, key: "A-1", sku: "A-1" }]);
  });

  test("keep their SKUs where the file has no column for them", async () => {
    const db = await openCatalog(engine);
    await bring(db, [apron(sized("S", "A-S"))]);
    const stored = await variantsIn(db);

    expect(await bring(db, [apron(sized("S", "", { sku: undefined, price: 900 }))])).toEqual(["changed"]);

    expect(await variantsIn(db)).toEqual(stored);
  });

  test("are known by their SKUs where two rows swap them", async () => {
    const db = await openCatalog(engine);
    await bring(db, [apron(sized("S", "A-1", { onHand: 3 }), sized("M", "A-2", { onHand: 5 }))]);

    expect(await bring(db, [apron(sized("S", "A-2"), sized("M", "A-1"))])).toEqual(["changed"]);

    const rows = await db.selectFrom("variant").select(["sku", "name", "on_hand", "active"]).orderBy("sku").execute();
    expect(rows).toEqual([
      { sku: "A-1", name: "M", on_hand: 3, active: 1 },
      { sku: "A-2", name: "S", on_hand: 5, active: 1 },
    ]);
  });

  test("are not another row's variant, and none of several with the same options", async () => {
    const db = await openCatalog(engine);
    await bring(db, [apron(sized("S", "A-1"), sized("M", "A-2"), sized("M", "A-3"))]);

    await bring(db, [apron(sized("L", "A-1"), sized("S", "A-4"), sized("M", "A-5"))]);

    const rows = await db.selectFrom("variant").select(["sku", "name", "active"]).orderBy("sku").execute();
    expect(rows).toEqual([
      { sku: "A-1", name: "L", active: 1 },
      { sku: "A-2", name: "M", active: 0 },
      { sku: "A-3", name: "M", active: 0 },
      { sku: "A-4", name: "S", active: 1 },
      { sku: "A-5", name: "M", active: 1 },
    ]);
  });

  test("get the SKU of a variant on sale before that of one off sale", async () => {
    const db = await openCatalog(engine);
    await bring(db, [apron(sized("S", "A-1"))]);
    await db.updateTable("variant").set({ active: 0 }).execute();
    await bring(db, [apron(sized("S", "A-1"), sized("S", "A-2"))]);
    await bring(db, [apron(sized("S", "A-2"))]);

    await bring(db, [apron(sized("S", "A-3"))]);

    const rows = await db.selectFrom("variant").select(["sku", "active"]).orderBy("sku").execute();
    expect(rows).toEqual([
      { sku: "A-1", active: 0 },
      { sku: "A-3", active: 1 },
    ]);
  });

  test("get a SKU that a variant of another product has", async () => {
    const db = await openCatalog(engine);
    await bring(db, [draft("bowl", { variants: [draftVariant("B-1")] }), apron(sized("S", ""), sized("M", "A-M"))]);
    const shared = [apron(sized("S", "B-1"), sized("M", "B-1"))];

    const [outcome] = await importBatch(db, shared, options);

    expect(outcome).toMatchObject({ ok: true, value: { differs: ["SKU"], sharedSkus: ["B-1", "B-1"] } });
    const rows = await db.selectFrom("variant").select(["key", "sku", "active"]).orderBy("key").execute();
    expect(rows).toEqual(
      [
        { key: "B-1", sku: "B-1", active: 1 },
        { key: "apron/M", sku: "B-1", active: 1 },
        { key: "apron/S", sku: "B-1", active: 1 },
      ].sort((one, other) => (one.key < other.key ? -1 : 1)),
    );
    expect(await bring(db, shared)).toEqual(["unchanged"]);
  });

  test("leave a former SKU to the next product that has it", async () => {
    const db = await openCatalog(engine);
    await bring(db, [apron(sized("S", "A-1"))]);

    expect(await bring(db, [apron(sized("S", "A-2")), draft("bowl", { variants: [draftVariant("A-2")] })])).toEqual([
      "changed",
      "created",
    ]);
    await bring(db, [draft("cap", { variants: [draftVariant("A-1")] })]);

    const rows = await db.selectFrom("variant").select(["key", "sku"]).execute();
    expect(rows.map(({ key, sku }) => `${key} ${sku}`).sort()).toEqual(["A-1 A-1", "A-2 A-2", "bowl A-2"]);
  });

  test("set no stock below what payments hold, of a variant that gets a SKU too", async () => {
    const db = await openCatalog(engine);
    await bring(db, [apron(sized("S", "", { onHand: 3 }))]);
    await db.updateTable("variant").set({ reserved: 2 }).execute();

    expect(await bring(db, [apron(sized("S", "A-S", { onHand: 1 }))], { stock: "set" })).toEqual([
      "2 units of A-S are held by payments in progress, more than 1",
    ]);
  });

  test("that a file means for the shop's products, or for new ones, are no others", async () => {
    const db = await openCatalog(engine);
    await bring(db, [draft("apron")]);
    const only = { name: "Other" } as const;

    expect(
      await bring(db, [
        draft("apron", { ...only, only: "new" }),
        draft("bowl", { only: "existing" }),
        draft("cap", { only: "new" }),
        draft("apron", { ...only, only: "existing" }),
      ]),
    ).toEqual([
      "the shop has “apron” already, and the file says to add it as new",
      "the shop has no “bowl”, and the file says to change it",
      "created",
      "changed",
    ]);
  });

  test("one that comes twice is found the second time as the first has left it", async () => {
    const db = await openCatalog(engine);
    expect(await bring(db, [draft("apron"), draft("bowl"), draft("apron"), draft("apron", { name: "Apron" })])).toEqual([
      "created",
      "created",
      "unchanged",
      "changed",
    ]);
  });

  test("what differs is told in an owner's words", async () => {
    const db = await openCatalog(engine);
    await bring(db, [draft("apron"), draft("bowl", { variants: [draftVariant("b-1"), draftVariant("b-2")] })]);
    const dearer = draftVariant("apron-1", { price: 1200, onHand: 9, grams: 5 });

    const [apron, bowl] = await importBatch(
      db,
      [draft("apron", { name: "Apron", variants: [dearer], pictures: [] }), draft("bowl", { variants: [draftVariant("b-1")] })],
      { ...options, stock: "set" },
    );

    expect(apron).toEqual({
      ok: true,
      value: { saved: "changed", differs: ["name", "price", "weight", "stock", "pictures"], sharedSkus: [] },
    });
    expect(bowl).toEqual({ ok: true, value: { saved: "changed", differs: ["variants"], sharedSkus: [] } });
  });

  test("that are only tried tell what they would be, and leave every table as it was", async () => {
    const db = await openCatalog(engine);
    await db.deleteFrom("category").where("slug", "=", "seeds").execute();
    await bring(db, [draft("apron"), draft("bowl")]);
    const before = await everything(db);
    const drafts = [
      draft("apron", { attributes: [pick("Colour", "Amber"), pick("Hem", "Wide")] }),
      draft("bowl"),
      draft("cap"),
      draft("dome", { category: "seeds" }),
      draft("dish", { variants: [draftVariant("bowl-1")] }),
    ];

    const tried = await bring(db, drafts, { mode: "tried" });

    expect(await everything(db)).toEqual(before);
    expect(tried).toEqual(["changed", "unchanged", "created", "there is no category seeds", "created"]);
    expect(await bring(db, drafts)).toEqual(tried);
  });

  test("open the first categories of a shop without any, and none where they are only tried", async () => {
    const db = await openCatalog(engine);
    await db.deleteFrom("category").execute();
    const slugs = async () =>
      (await db.selectFrom("category").select("slug").orderBy("position").execute()).map(({ slug }) => slug);

    expect(await bring(db, [draft("cap", { category: "seeds" })], { mode: "tried" })).toEqual(["created"]);
    expect(await slugs()).toEqual([]);
    expect(await bring(db, [draft("cap", { category: "seeds" })])).toEqual(["created"]);
    expect(await slugs()).toEqual(["seeds", "glass", "mushrooms", "apparel", "that-badu"]);
  });
});

describe.each(engines)("attributes that a file brings on %s", (engine) => {
  const attributeValues = async (db: Db, attribute: string) => {
    const rows = await db
      .selectFrom("attribute_value as v")
      .innerJoin("attribute as a", "a.id", "v.attribute_id")
      .select(["v.slug", "v.name", "v.position"])
      .where("a.slug", "=", attribute)
      .orderBy("v.position")
      .execute();
    return rows.map(({ slug, name, position }) => `${position} ${slug} ${name}`);
  };

  test("are made once, after those that are there, and keep the names that the shop gave them", async () => {
    const db = await openCatalog(engine);
    const [green, wide, narrow] = [pick("Colour", "Green"), pick("Hem", "Wide"), pick("Hem", "Narrow")];

    await bring(db, [draft("apron", { attributes: [green, wide] }), draft("bowl", { attributes: [narrow, wide] })]);
    await bring(db, [draft("cap", { attributes: [pick("HEM", "WIDE"), pick("Hem", "Rolled")] })]);

    expect(await attributeValues(db, "hem")).toEqual(["0 wide Wide", "1 narrow Narrow", "2 rolled Rolled"]);
    expect(await attributeValues(db, "colour")).toEqual(["0 green green", "1 black black"]);
    expect(await valuesOf(db, "apron")).toEqual(["Wide", "green"]);
    expect(await valuesOf(db, "cap")).toEqual(["Rolled", "Wide"]);
    const names = await db.selectFrom("attribute").select("name").where("slug", "=", "hem").execute();
    expect(names).toEqual([{ name: "Hem" }]);
  });

  test("stand where the file says, where it says so", async () => {
    const db = await openCatalog(engine);
    await bring(db, [draft("apron", { attributes: [pick("Hem", "Wide", 2), pick("Hem", "Thin", 0), pick("Hem", "Last")] })]);
    expect(await attributeValues(db, "hem")).toEqual(["0 thin Thin", "2 wide Wide", "3 last Last"]);
  });

  test("are not made for a product that is refused", async () => {
    const db = await openCatalog(engine);
    await bring(db, [draft("apron"), draft("bowl", { category: "hats", attributes: [pick("Hem", "Wide")] })]);
    expect(await attributeValues(db, "hem")).toEqual([]);
  });

  test("are all that a product has; a file that does not speak of them leaves them, and so its label and its birth", async () => {
    const db = await openCatalog(engine);
    const born = now - 5000;
    const attributes = { attributes: [pick("Hem", "Wide")], label: "sale" as const, premium: true, createdAt: born };
    await bring(db, [draft("apron", attributes)]);

    expect(await bring(db, [draft("apron")])).toEqual(["unchanged"]);
    expect(await valuesOf(db, "apron")).toEqual(["Wide"]);
    expect(await db.selectFrom("product").select(["label", "premium", "created_at", "published"]).executeTakeFirst()).toEqual({
      label: "sale",
      premium: 1,
      created_at: born,
      published: 1,
    });

    expect(await bring(db, [draft("apron", { attributes: [], label: null, premium: false, createdAt: now })])).toEqual([
      "changed",
    ]);
    expect(await valuesOf(db, "apron")).toEqual([]);
    expect(await db.selectFrom("product").select(["label", "premium", "created_at"]).executeTakeFirst()).toEqual({
      label: null,
      premium: 0,
      created_at: born,
    });
  });
});

test("the address of a picture that this shop draws itself becomes that drawing again, another one is asked for", async () => {
  const db = await openCatalog("sqlite");
  const addresses = [`https://shop.test/media/drawn/${drawn}.svg`, "https://shop.test/media/drawn/apparel-no-such-thing.svg"];
  const pictures = addresses.map((url, at) => ({ line: 2, url, alt: "A cap", position: at + 1 }));

  await bring(db, [draft("cap", { pictures, variants: [draftVariant("cap-1", { picture: addresses[1] ?? "" })] })]);

  expect(await db.selectFrom("product_media").select(["kind", "key", "wanted_url"]).orderBy("position").execute()).toEqual([
    { kind: "drawn", key: drawn, wanted_url: null },
    { kind: "drawn", key: "placeholder", wanted_url: addresses[1] },
  ]);
  expect(await db.selectFrom("variant").select("picture").execute()).toEqual([{ picture: 1 }]);
});

test("a picture without a description keeps the one that it has, and a described one takes the file's", async () => {
  const db = await openCatalog("sqlite");
  const url = "http://pictures.test/cap.jpg";
  const cap = (alt: string) => draft("cap", { pictures: [{ line: 2, url, alt, position: 1 }] });
  const alts = async () => (await db.selectFrom("product_media").select("alt").execute()).map(({ alt }) => alt);
  await bring(db, [cap("")]);
  expect(await alts()).toEqual([""]);
  await db.updateTable("product_media").set({ alt: "A cap of felt" }).execute();
  expect([await bring(db, [cap("")]), await alts()]).toEqual([["unchanged"], ["A cap of felt"]]);
  expect([await bring(db, [cap("Felt cap")]), await alts()]).toEqual([["changed"], ["Felt cap"]]);
});

describe.each(engines)("what an earlier import drew on %s", (engine) => {
  test("for a picture that has not come, or for none at all, is a placeholder after the next", async () => {
    const db = await openCatalog(engine);
    await bring(db, [draft("cap"), draft("tee", { pictures: [] })]);
    await db.updateTable("product_media").set({ key: drawn }).execute();
    const teeId = (await db.selectFrom("product").select("id").where("slug", "=", "tee").executeTakeFirstOrThrow()).id;
    const old = { id: "old", product_id: teeId, position: 0, kind: "drawn" as const, key: drawn, alt: "tee", wanted_url: null };
    await db.insertInto("product_media").values(old).execute();

    expect(await bring(db, [draft("cap"), draft("tee", { pictures: [] })])).toEqual(["changed", "changed"]);

    const kept = await db.selectFrom("product_media").select(["kind", "key", "wanted_url"]).execute();
    expect(kept).toEqual([{ kind: "drawn", key: "placeholder", wanted_url: "http://pictures.test/cap.jpg" }]);
    expect(await bring(db, [draft("cap"), draft("tee", { pictures: [] })])).toEqual(["unchanged", "unchanged"]);
  });
});
