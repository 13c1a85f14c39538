import { describe, expect, test } from "vitest";
import { importCommand } from "../../server/cli/import.ts";
import type { Db } from "../../server/db/tables.ts";
import { engines, type Owner, openOwner } from "../cli/open-owner.ts";
import { type FiledProduct, importing, running, type ShopLocation, timeoutMs, writtenFile } from "./import-process.ts";

/** The location of this owner's shop, for a command in its own process. */
const placeOf = ({ directory }: Owner): ShopLocation => ({ directory, databaseUrl: undefined });

const jars = (count: number): FiledProduct[] =>
  Array.from({ length: count }, (_, n) => ({ slug: `jar-${n}`, title: `Jar ${n}`, pictures: [`Jar ${n}`] }));

const countOf = async (db: Db): Promise<number> => (await db.selectFrom("product").select("id").execute()).length;

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

describe.each(engines)("an owner's import on %s", (engine) => {
  test("that is only tried shows what it would do, ends as the import would, and leaves the shop as it was", async () => {
    const owner = await openOwner(engine);
    const place = placeOf(owner);
    const imported = async (path: string, ...words: string[]) => {
      const { status, out } = await owner.run(importCommand, path, "--no-pictures", ...words);
      return { status, out };
    };
    const first = [...jars(2), { slug: "bowl", title: "Bowl", variants: [{ sku: "B-1", price: "5.00", stock: 4 }] }];
    await imported(await writtenFile(place, first));
    const before = await everything(owner.db);
    const dearer = { slug: "bowl", title: "Great Bowl", variants: [{ sku: "B-1", price: "6.00", stock: 9 }] };
    const bad = { slug: "dish", title: "Dish", variants: [{ sku: "D-1", price: "dear" }] };
    const file = await writtenFile(place, [...jars(2), dearer, { slug: "cap", title: "Cap" }, bad]);

    const tried = await imported(file, "--stock", "--dry-run");

    expect(await everything(owner.db)).toEqual(before);
    for (const line of ["change bowl: name, price, stock", "create cap: 1 variant", "Nothing was written: this was a dry run."])
      expect(tried.out).toContain(line);
    expect(tried.out).toContain("1 to create, 1 to change, 2 unchanged; 1 row refused");
    const meant = await imported(file, "--stock");
    expect([tried.status, meant.status]).toEqual([1, 1]);
    expect(meant.out).toContain("1 created, 1 changed, 2 unchanged; 1 row refused");
  });
});

describe("an import that cannot go on says so in a sentence", { timeout: timeoutMs }, () => {
  test("when there is no database where it should be", async () => {
    const place = placeOf(await openOwner("sqlite"));
    const nowhere = { ...place, databaseUrl: "postgres://shop@127.0.0.1:1/shop" };
    const { code, said } = await importing(nowhere, await writtenFile(place, jars(2))).ended;
    expect([code, said]).toEqual([3, "Stopped: the database does not respond (DATABASE_URL leads to 127.0.0.1:1/shop).\n"]);
  });

  test("and a reader who leaves early ends nothing", async () => {
    const owner = await openOwner("sqlite");
    const place = placeOf(owner);
    const command = running(place, "import", await writtenFile(place, jars(1000)), "--no-pictures");
    command.process.stdout?.destroy();
    command.process.stderr?.destroy();
    expect(await command.ended).toMatchObject({ code: 0 });
    expect(await countOf(owner.db)).toBe(1000);
  });
});
