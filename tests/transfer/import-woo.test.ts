import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importCommand } from "../../server/cli/import.ts";
import type { Db } from "../../server/db/tables.ts";
import { type Engine, engines, openOwner } from "../cli/open-owner.ts";

const fixture = join(import.meta.dirname, "../fixtures/woo.csv");

/** An owner with an empty shop, who imports by the command line. */
async function owner(engine: Engine = "sqlite") {
  const { db, path, run } = await openOwner(engine);
  const file = async (lines: readonly string[]) => {
    await writeFile(path("products.csv"), `\uFEFF${lines.join("\r\n")}\r\n`);
    return path("products.csv");
  };
  return { db, file, run: (...args: string[]) => run(importCommand, ...args) };
}

const variantsOf = async (db: Db) =>
  (
    await db
      .selectFrom("variant as v")
      .innerJoin("product as p", "p.id", "v.product_id")
      .innerJoin("category as c", "c.id", "p.category_id")
      .select(["p.slug", "c.slug as category", "v.key", "v.name", "v.price", "v.compare_at", "v.on_hand", "v.grams", "v.active"])
      .orderBy("p.slug")
      .orderBy("v.position")
      .execute()
  ).map(Object.values);

const given = ["--category", "apparel", "--no-pictures"];

describe.each(engines)("the owner imports a file from WooCommerce on %s", (engine) => {
  test("products with all their variations go in, wherever these stand; what cannot be sold here is named by line and reason", async () => {
    const { db, run } = await owner(engine);

    const { status, out, err } = await run(fixture, ...given);

    expect(await variantsOf(db)).toEqual([
      ["draft-scarf", "apparel", "SCARF", "", 3500, null, 2, 0, 1],
      ["linen-apron", "apparel", "LIN-APRON", "", 3950, 4850, 3, 420, 1],
      ["oil-lamp", "glass", "oil-lamp/0,5 l", "0,5 l", 3100, null, 4, 0, 1],
      ["oil-lamp", "glass", "oil-lamp/1 l", "1 l", 3900, null, 3, 0, 1],
      ["oil-lamp-lamp", "glass", "=LAMP", "", 129900, null, 0, 0, 1],
      ["work-cap", "apparel", "CAP-SAND/S", "S / Sand", 2250, null, 3, 90, 1],
      ["work-cap", "apparel", "CAP-S-MOSS", "S / Moss", 2200, null, 5, 90, 1],
      ["work-cap", "apparel", "CAP-SAND/L", "L / Sand", 2250, null, 2, 90, 1],
      ["work-cap", "apparel", "CAP-L-MOSS", "L / Moss", 2400, null, 0, 90, 1],
    ]);
    expect(err).toEqual([
      "line 12: Regular price “12.345” is not a price in dollars and cents, such as 12.50",
      "line 15: Stock “many” is not a whole number",
      "line 16: Type “simple, downloadable, virtual”: it includes a download, which this shop cannot deliver",
      "line 17: Type “grouped”: a group of other products is not imported, but its products are",
      "line 18: its Parent “gone” is not a product in this file",
      "Left out completely because of these rows: torn-price, half-bad, apron-pattern, kitchen-set",
    ]);
    expect(out).toEqual(
      expect.arrayContaining([
        "17 rows read: 5 products with 9 variants imported",
        "5 created, 0 changed, 0 unchanged; 5 rows refused",
        expect.stringMatching(/^Columns with values that were not imported: .*Grouped products, Is featured\?/),
        "1 row (line 5): the sale price has dates, so the regular price was used",
        "2 products (line 4 and others): its variants share one stock, so it was divided among them",
      ]),
    );
    expect(status).toBe(1);
  });

  test("its words, and the addresses of its pictures, are kept with it", async () => {
    const { db, run } = await owner(engine);
    await run(fixture, ...given);

    const apron = await db
      .selectFrom("product")
      .select(["name", "brand", "published", "description"])
      .where("slug", "=", "linen-apron")
      .executeTakeFirstOrThrow();
    expect({ ...apron, description: apron.description.replaceAll("<br />", "<br>") }).toEqual({
      name: "Linen Apron",
      brand: "Fernwork",
      published: 1,
      description: '<p>Heavy linen, "stone washed".</p>\n<p>Two pockets.<br>\nOne loop.</p>\n<p>Wash <strong>cold</strong>.</p>',
    });
    const pictures = await db
      .selectFrom("product_media as m")
      .innerJoin("product as p", "p.id", "m.product_id")
      .select(["m.alt", "m.wanted_url"])
      .where("p.slug", "=", "work-cap")
      .orderBy("m.position")
      .execute();
    expect(pictures.map(Object.values)).toEqual([
      ["", "http://127.0.0.1:1/cap.jpg"],
      ["Work Cap, S / Moss", "http://127.0.0.1:1/moss.jpg"],
    ]);
  });

  test("a second run changes nothing, not the stock of what was sold meanwhile either", async () => {
    const { db, run } = await owner(engine);
    await run(fixture, ...given);
    await db.updateTable("variant").set({ on_hand: 1 }).where("key", "=", "CAP-S-MOSS").execute();
    const before = await variantsOf(db);

    const { out } = await run(fixture, ...given);

    expect(out).toContain("0 created, 0 changed, 5 unchanged; 5 rows refused");
    expect(await variantsOf(db)).toEqual(before);
  });
});

describe("files from WooCommerce as they come", () => {
  const header = "ID,Type,SKU,Name,Published,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)";

  test("a torn variation leaves out its product, also where that stands below, and no other", async () => {
    const { db, run, file } = await owner();
    const rows = [
      '2,variation,s,"Shirt,1,3,9,id:1,Size,S',
      "3,variation,m,Shirt,1,3,9,id:1,Size,M",
      '1,variable,shirt,Shirt,1,,,,Size,"S, M"',
      "4,simple,mug,Mug,1,3,9,,,",
    ];
    const { status, err } = await run(await file([header, ...rows]), ...given);
    expect([status, err]).toEqual([
      1,
      [
        "line 2: its quotation marks do not match: close each one, and double those inside a cell",
        "Left out completely because of these rows: shirt",
      ],
    ]);
    expect((await variantsOf(db)).map(([slug]) => slug)).toEqual(["mug"]);
  });

  test("a SKU that two products have is taken, and told", async () => {
    const { run, file } = await owner();
    const rows = ["1,variable,shirt,Shirt,1,,,,Size,S", "2,variation,x,Shirt,1,3,9,shirt,Size,S", "3,simple,x,Mug,1,3,9,,,"];
    const more = [...rows, "4,simple,x,Cup,1,3,9,,,"];
    const { err, out } = await run(await file([header, ...more]), ...given);
    expect([err, out[1]]).toEqual([[], "3 created, 0 changed, 0 unchanged; 0 rows refused"]);
    expect(out).toContain("SKUs that several variants have, and that were taken as they are,  1: x");
  });

  test("a variation that is gone from the file is no longer sold", async () => {
    const { db, run, file } = await owner();
    const shirt = '1,variable,shirt,Shirt,1,,,,Size,"S, M"';
    const [small, medium] = ["2,variation,s,Shirt,1,3,9,shirt,Size,S", "3,variation,m,Shirt,1,3,9,shirt,Size,M"];
    await run(await file([header, shirt, small, medium]), ...given);
    const { out } = await run(await file([header, shirt, medium]), ...given);
    expect(out).toContain("0 created, 1 changed, 0 unchanged; 0 rows refused");
    expect((await variantsOf(db)).map((row) => [row[2], row.at(-1)]).sort()).toEqual([
      ["m", 1],
      ["s", 0],
    ]);
  });
});
