import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { backupCommand } from "../../server/cli/backup.ts";
import { restoreCommand } from "../../server/cli/restore.ts";
import { copiedTables } from "../../server/db/copy-rows.ts";
import { dropSchema } from "../../server/db/empty-schema.ts";
import { appliedMigrations, knownMigrations, migrateIn } from "../../server/db/migrate.ts";
import { baseName } from "../../server/db/migrations.ts";
import { readSnapshot, transact } from "../../server/db/transaction.ts";
import { expiries } from "../../server/expiries.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { salesBy, salesByProduct, salesOver, salesTotal, taxByRate } from "../../server/orders/reports.ts";
import { calendarSpans } from "../../server/orders/rules/report-days.ts";
import { sumUpSales } from "../../server/orders/sale-sums.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { typeCommand } from "../cli/type-command.ts";
import { expectInOrder, shopperAt } from "../payments/shopper.ts";
import { isProof, proofEngines } from "../support/long-form.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { soldRows } from "../upgrade/sold-rows.ts";
import {
  allRows,
  type BackedUpTable,
  type BackupContents,
  contentsByEarlierRelease,
  keptRows,
  newPath,
  writeBackup,
} from "./backed-up-tables.ts";

vi.mock("../../server/db/migrations.ts", async (original) =>
  (await import("../upgrade/with-later.ts")).withLater(await original()),
);

const dayMs = 86_400_000;
const picture = { path: `media/${"ab".repeat(16)}-320.webp`, bytes: Buffer.from("a picture") };
const emptyShop = (engine: Engine) => openShop({ engine, products: "none", pays: false });
const other = (engine: Engine): Engine => (engine === "sqlite" ? "postgres" : "sqlite");
const pictureIn = ({ directory }: TestShop) => readFile(join(directory, picture.path), "utf8").catch(() => undefined);

/** A shop with orders of several days, one refunded and one canceled, and the sums of past days. */
async function shopWithSales(engine: Engine): Promise<TestShop> {
  const shop = await openShop({ engine });
  const { db, now } = shop.shop;
  shop.pass(-4 * dayMs);
  for (let day = 0; day < 4; day++) {
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    shop.pass(dayMs);
    await shop.runJobs();
  }
  const [refunded, canceled] = await db.selectFrom("orders").select("id").orderBy("number").execute();
  const wish = { orderId: refunded?.id ?? "", wish: { amount: 300 }, actor: "owner" } as const;
  expect(await refundOrder(db, wish, now())).toMatchObject({ ok: true });
  expect(await cancelForShop(db, canceled?.id ?? "", now(), async () => {})).toMatchObject({ ok: true });
  await shop.runJobs();
  await expectInOrder(shop);
  await sumUpSales(db, now());
  // Expired rows are removed now. Otherwise the upkeep of either shop might remove some while the
  // two shops are compared.
  for (const expire of Object.values(expiries)) await expire(shop.shop, now());
  await sql`INSERT INTO timer (name, begun_at) VALUES ('until later', ${now()})`.execute(db);
  return shop;
}

/** The ledger entries of the only order in `soldRows`. */
const bookedRows = (["revenue", "receivable"] as const).map(
  (account, at) =>
    `INSERT INTO ledger_entry (id, order_id, event, account, amount, at) VALUES ('e${at}', 'o', 'placed', '${account}', ${at === 0 ? -100 : 100}, 777)`,
);

/** The reports' results, and the rows that they read. */
async function salesOf({ shop: { db, dates } }: TestShop) {
  const period = { from: 0, to: 9e12 };
  const byGroup = [];
  for (const group of ["area", "method", "promo"] as const) byGroup.push(await salesBy(db, group, period));
  const entries = await db.selectFrom("sale_entry").selectAll().orderBy("at").orderBy("order_id").orderBy("event").execute();
  const months = calendarSpans("month", { from: -31, to: dates.local(Date.now()).day + 31 });
  const reports = [
    await salesOver(db, dates, months),
    await salesTotal(db, period),
    await taxByRate(db, period),
    await salesByProduct(db, period, 5),
  ];
  return {
    byGroup,
    entries: entries.map((row) => Object.entries(row).sort()),
    reports,
  };
}

const sumsOf = ({ shop: { db } }: TestShop) =>
  db
    .selectFrom("sale_sum")
    .select(["part", "day", "name", "orders", "sold", "discount", "back", "shipping", "tax_charged", "tax_back"])
    .orderBy("part")
    .orderBy("day")
    .orderBy("name")
    .execute();

describe.each(engines)("a backup that an earlier release made of this schema, on %s", (engine) => {
  test("is restored without the rows that are written anew, which are right afterwards", async () => {
    const source = await shopWithSales(engine);
    const contents = await contentsByEarlierRelease(source.shop.db);
    const filled = contents.tables.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
    const derived = ["page_change", "page_change_floor", "sale_entry", "sale_sum", "sale_sum_mark", "timer", "catalog_version"];
    expect(filled).toEqual(expect.arrayContaining(derived));
    contents.tables = contents.tables.map((table) => {
      // The test adds a migration that removed something, since none has done so yet.
      if (table.name === "schema_requirement") return { ...table, rows: [{ migration: "998-no-such", needs: "997-no-such" }] };
      if (table.name === "sale_sum") return { ...table, rows: table.rows.map((row) => ({ ...row, orders: 99 })) };
      return table;
    });
    const path = await writeBackup(contents, picture);

    const [rows, sales, sums] = [await keptRows(source.shop.db), await salesOf(source), await sumsOf(source)];
    expect(sales.entries).toHaveLength(6);
    expect(sums.length).toBeGreaterThan(3);
    for (const target of isProof ? engines : [other(engine)]) {
      const restored = await emptyShop(target);
      const { db } = restored.shop;
      expect(await typeCommand(restored, restoreCommand, path)).toMatchObject({ status: 0, err: "" });
      expect(await keptRows(db)).toEqual(rows);
      expect(await pictureIn(restored)).toBe("a picture");
      expect(await salesOf(restored)).toEqual(sales);
      expect(await findBreaches(db)).toEqual([]);
      // The backup's sums are not restored: the shop's upkeep, or this call, calculates each day's
      // sum again.
      expect([[], sums]).toContainEqual(await sumsOf(restored));
      await sumUpSales(db, source.shop.now());
      expect(await sumsOf(restored)).toEqual(sums);
      expect(await salesOf(restored)).toEqual(sales);
      expect(await findBreaches(db)).toEqual([]);
      expect(await db.selectFrom("timer").select("name").where("name", "=", "until later").execute()).toEqual([]);
      expect(await db.selectFrom("schema_requirement").selectAll().where("migration", "=", "998-no-such").execute()).toEqual([]);
    }
  });

  test("is brought up to date, as is one that this release makes before it migrates", async () => {
    const earlier = await openShop({ engine, products: "none", pays: false });
    const { db } = earlier.shop;
    await transact(db, async (tx) => {
      await dropSchema(tx);
      await migrateIn(tx, engine, [baseName]);
      for (const row of [...soldRows, ...bookedRows]) await sql.raw(row).execute(tx);
    });
    const own = await newPath();
    expect(await typeCommand(earlier, backupCommand, own)).toMatchObject({ status: 0, err: "" });
    const restored = await emptyShop(engine);
    const { db: now } = restored.shop;
    for (const path of [own, await writeBackup(await contentsByEarlierRelease(db), picture)]) {
      expect(await typeCommand(restored, restoreCommand, `${path} --replace`)).toMatchObject({ status: 0, err: "" });
      expect(await readSnapshot(now, appliedMigrations)).toEqual(knownMigrations(engine));
      expect(await now.selectFrom("sale_entry").select(["order_id", "at", "products"]).execute()).toEqual([
        { order_id: "o", at: 777, products: 100 },
      ]);
      expect((await sql`SELECT test_tax FROM orders`.execute(now)).rows).toEqual([{ test_tax: "none" }]);
    }
  });
});

test("a table of an extension of PostgreSQL is not the shop's", async () => {
  const { db } = (await emptyShop("postgres")).shop;
  await sql`CREATE TABLE own_notes (id BIGINT)`.execute(db);
  expect(await readSnapshot(db, copiedTables)).toContain("own_notes");
  await sql`ALTER EXTENSION plpgsql ADD TABLE own_notes`.execute(db);
  expect(await readSnapshot(db, copiedTables)).not.toContain("own_notes");
});

test.each(proofEngines)(
  "on %s, a backup that lacks a table, a column or a migration is refused in words, and nothing is changed",
  async (engine) => {
    const names = knownMigrations(engine);
    const source = await openShop({ engine, pays: false });
    const shop = await openShop({ engine, products: "demo", pays: false });
    const was = await allRows(shop.shop.db);
    const contents = await contentsByEarlierRelease(source.shop.db);
    const changed = (name: string, change: (table: BackedUpTable) => Partial<BackedUpTable>) => ({
      tables: contents.tables.map((table) => (table.name === name ? { ...table, ...change(table) } : table)),
    });
    const without = (list: readonly string[], name: string) => list.filter((each) => each !== name);
    const cases: readonly (readonly [Partial<BackupContents>, string])[] = [
      [{ tables: contents.tables.filter(({ name }) => name !== "counter") }, "lacks the table counter, which the migrations"],
      [changed("product", ({ columns }) => ({ columns: without(columns, "slug") })), "lacks the column product.slug, which the"],
      [{ migrations: without(names, "901-areas") }, "lacks the migration 901-areas and has later ones"],
      [{ migrations: without(names, baseName) }, "holds a database from before 0.1.0, which no release can restore"],
      [{ format: 2 }, "was written in the format of a later release: restore it with that release"],
      [{ migrations: [...names, "999-later"] }, "holds a database that a later release had changed (999-later): restore it with"],
    ];
    for (const [change, words] of cases) {
      const path = await writeBackup({ ...contents, ...change }, picture);
      expect(await typeCommand(shop, restoreCommand, `${path} --replace`)).toEqual({
        status: 1,
        out: "",
        err: expect.stringMatching(new RegExp(`${words.replace(/[()]/g, "\\$&")}.*; nothing was changed$`)),
      });
      expect(await allRows(shop.shop.db)).toEqual(was);
      expect(await pictureIn(shop)).toBeUndefined();
    }
    // The unchanged backup is restored.
    expect(await typeCommand(shop, restoreCommand, `${await writeBackup(contents, picture)} --replace`)).toMatchObject({
      status: 0,
    });
  },
);

test.each(proofEngines)(
  "on %s, a table and a column of the operator’s own are named, and the shop is restored",
  async (engine) => {
    const source = await openShop({ engine, pays: false });
    const contents = await contentsByEarlierRelease(source.shop.db);
    const own = { name: "own_table2", columns: ["id"], rows: [{ id: 1 }] };
    const tables = contents.tables.map((table) =>
      table.name === "product"
        ? { ...table, columns: ["own", ...table.columns], rows: table.rows.map((row) => ({ own: 1, ...row })) }
        : table,
    );
    const path = await writeBackup({ ...contents, tables: [own, ...tables] }, picture);

    const shop = await emptyShop(engine);
    expect(await typeCommand(shop, restoreCommand, path)).toMatchObject({
      status: 0,
      err: `Not restored, as no migration makes it: table own_table2, column product.own. It is still in ${path}.`,
    });

    expect(await keptRows(shop.shop.db)).toEqual(await keptRows(source.shop.db));
  },
);
