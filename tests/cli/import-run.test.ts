import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { removeShop } from "../support/running-shop.ts";
import { type Engine, engines } from "../support/shop.ts";
import { type Goods, importing, type Place, patience, running, writtenFile } from "./beside.ts";

async function owned(engine: Engine): Promise<Place & { db: Db }> {
  const directory = await mkdtemp(join(tmpdir(), "shop-run-"));
  const postgres = engine === "postgres" ? await freshPostgresDatabase(inject("postgres")) : undefined;
  const database = await openDatabase({ url: postgres?.url, directory });
  onTestFinished(async () => {
    await database.close();
    await postgres?.drop();
    await removeShop(directory);
  });
  return { directory, databaseUrl: postgres?.url, db: database.db };
}

const jars = (count: number): Goods[] =>
  Array.from({ length: count }, (_, n) => ({ slug: `jar-${n}`, title: `Jar ${n}`, pictures: [`Jar ${n}`] }));

const countOf = async (db: Db, table: "product" | "variant" | "product_media"): Promise<number> =>
  (await db.selectFrom(table).select("id").execute()).length;

const tables = [
  "category",
  "product",
  "variant",
  "stock_movement",
  "product_media",
  "assortment_change",
  "catalog_version",
] as const;

async function everything(db: Db) {
  const rows = tables.map(async (table) =>
    (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort(),
  );
  return await Promise.all(rows);
}

describe.each(engines)("an owner's import in a process of its own on %s", { timeout: patience }, (engine) => {
  test("ends after the products in hand when it is interrupted, says how far it came, and goes on when it is run again", async () => {
    const place = await owned(engine);
    const file = await writtenFile(place, jars(6000));
    const command = importing(place, file);
    let signaled = false;
    command.process.stderr?.on("data", (chunk) => {
      if (signaled || !String(chunk).includes("%")) return;
      signaled = true;
      command.process.kill("SIGINT");
    });

    const { code, said } = await command.ended;

    expect(code).toBe(130);
    const [, came = ""] = /^Interrupted after ([\d,]+) of 6,000 rows: what went in is whole\.$/m.exec(said) ?? [];
    expect(said).toContain("Run it again to bring in the rest.");
    const products = await countOf(place.db, "product");
    expect(products).toBe(Number(came.replaceAll(",", "")));
    expect([await countOf(place.db, "variant"), await countOf(place.db, "product_media")]).toEqual([products, products]);

    const again = await importing(place, file).ended;
    expect([again.code, await countOf(place.db, "product")]).toEqual([0, 6000]);
    expect(again.said).toContain(`${(6000 - products).toLocaleString("en-US")} created, 0 changed, ${came} unchanged`);
  });

  test("that is only tried shows what it would do, ends as the import would, and leaves the shop as it was", async () => {
    const place = await owned(engine);
    const first = [...jars(2), { slug: "bowl", title: "Bowl", variants: [{ sku: "B-1", price: "5.00", stock: 4 }] }];
    await importing(place, await writtenFile(place, first)).ended;
    const before = await everything(place.db);
    const dearer = { slug: "bowl", title: "Great Bowl", variants: [{ sku: "B-1", price: "6.00", stock: 9 }] };
    const bad = { slug: "dish", title: "Dish", variants: [{ sku: "D-1", price: "dear" }] };
    const file = await writtenFile(place, [...jars(2), dearer, { slug: "cap", title: "Cap" }, bad]);

    const tried = await importing(place, file, "--stock", "--dry-run").ended.then(({ code, said }) => ({ code, said }));

    expect(await everything(place.db)).toEqual(before);
    for (const line of [
      "change bowl: name, price, stock, pictures",
      "create cap: 1 variant",
      "Nothing was written: this was a dry run.",
    ])
      expect(tried.said.split("\n")).toContain(line);
    expect(tried.said).toContain("1 to create, 1 to change, 2 unchanged; 1 row refused");
    const meant = await importing(place, file, "--stock").ended;
    expect([tried.code, meant.code]).toEqual([1, 1]);
    expect(meant.said).toContain("1 created, 1 changed, 2 unchanged; 1 row refused");
  });
});

describe("an import that cannot go on says so in a sentence", { timeout: patience }, () => {
  test("when there is no database where it should be", async () => {
    const place = await owned("sqlite");
    const nowhere = { ...place, databaseUrl: "postgres://shop@127.0.0.1:1/shop" };
    const { code, said } = await importing(nowhere, await writtenFile(place, jars(2))).ended;
    expect([code, said]).toEqual([1, "Stopped: the database does not answer.\n"]);
  });

  test("and a reader who leaves early ends nothing", async () => {
    const place = await owned("sqlite");
    const command = running(place, "import", await writtenFile(place, jars(3000)), "--no-pictures");
    command.process.stdout?.destroy();
    command.process.stderr?.destroy();
    expect(await command.ended).toMatchObject({ code: 0 });
    expect(await countOf(place.db, "product")).toBe(3000);
  });
});
