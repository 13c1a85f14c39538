import { type SqlBool, sql } from "kysely";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type SheetRow = Row<"count_sheet">;

export async function insertSheet(tx: Tx, row: NewRow<"count_sheet">): Promise<void> {
  await tx.insertInto("count_sheet").values(row).execute();
}

export const findSheet = (reader: Db | Tx, id: string): Promise<SheetRow | undefined> =>
  reader.selectFrom("count_sheet").selectAll().where("id", "=", id).executeTakeFirst();

/** A sheet. Locks its row until the transaction ends. */
export const lockSheet = (tx: Tx, id: string): Promise<SheetRow | undefined> =>
  tx.selectFrom("count_sheet").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export async function endSheet(tx: Tx, id: string, ended: Pick<SheetRow, "state" | "ended_by" | "ended_at">): Promise<void> {
  await tx.updateTable("count_sheet").set(ended).where("id", "=", id).execute();
}

export type SheetMark = { at: number; id: string };

/** Sheets made before `before`, the newest first. */
export const findSheets = (db: Db, before: SheetMark | undefined, limit: number): Promise<SheetRow[]> =>
  db
    .selectFrom("count_sheet")
    .selectAll()
    .$if(before !== undefined, (query) => query.where(sql<SqlBool>`(created_at, id) < (${before?.at ?? 0}, ${before?.id ?? ""})`))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** The contents of a sheet: everything, a category, or variants by id. */
export type SheetScope = "all" | { categoryId: string } | { variantIds: readonly string[] };

/**
 * The variants of a scope. The scopes `all` and category include only variants that are on sale or
 * in stock.
 */
const inScope = (reader: Db | Tx, scope: SheetScope) => {
  const variants = reader.selectFrom("variant as v").innerJoin("product as p", "p.id", "v.product_id");
  if (scope !== "all" && "variantIds" in scope) return variants.where("v.id", "in", scope.variantIds);
  const stocked = variants.where((eb) => eb.or([eb("v.active", "=", 1), eb("v.on_hand", ">", 0)]));
  return scope === "all" ? stocked : stocked.where("p.category_id", "=", scope.categoryId);
};

/** The number of variants in a scope, counted up to `most`. */
export async function countInScope(reader: Db | Tx, scope: SheetScope, most: number): Promise<number> {
  const { count } = await reader
    .selectFrom(inScope(reader, scope).select("v.id").limit(most).as("found"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a line for each variant of a scope, sorted by the products' names. */
export async function insertLines(tx: Tx, sheetId: string, scope: SheetScope): Promise<void> {
  await tx
    .insertInto("count_line")
    .columns(["sheet_id", "variant_id", "position"])
    .expression(
      inScope(tx, scope).select([
        sql<string>`${sheetId}`.as("sheet_id"),
        "v.id",
        sql<number>`row_number() OVER (ORDER BY lower(p.name), p.id, v.position, v.id)`.as("position"),
      ]),
    )
    .execute();
}

/** Adds a line at the end of the sheet, unless the sheet has the variant already. */
export async function addLine(tx: Tx, sheetId: string, variantId: string): Promise<void> {
  await tx
    .insertInto("count_line")
    .columns(["sheet_id", "variant_id", "position"])
    .expression(
      tx
        .selectFrom("count_line as l")
        .select([
          sql<string>`${sheetId}`.as("sheet_id"),
          sql<string>`${variantId}`.as("variant_id"),
          sql<number>`coalesce(max(l.position), 0) + 1`.as("position"),
        ])
        .where("l.sheet_id", "=", sheetId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const findLine = (tx: Tx, sheetId: string, variantId: string): Promise<Row<"count_line"> | undefined> =>
  tx.selectFrom("count_line").selectAll().where("sheet_id", "=", sheetId).where("variant_id", "=", variantId).executeTakeFirst();

type Count = Pick<Row<"count_line">, "counted" | "expected" | "counted_by" | "counted_at">;

export async function putCount(tx: Tx, sheetId: string, variantId: string, count: Count): Promise<void> {
  await tx.updateTable("count_line").set(count).where("sheet_id", "=", sheetId).where("variant_id", "=", variantId).execute();
}

/** Lines not counted yet, lines that differ from the expected units, or all. */
export type LineView = "left" | "differing" | "all";
export type LineQuery = { view: LineView; after: number; variantIds?: readonly string[] | undefined };

const differs = sql<SqlBool>`l.counted <> l.expected`;

/** Lines of a sheet with their variants, in the sheet's order. */
export const findLines = (db: Db, sheetId: string, { view, after, variantIds }: LineQuery, limit: number) =>
  db
    .selectFrom("count_line as l")
    .innerJoin("variant as v", "v.id", "l.variant_id")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select(["l.variant_id as variantId", "l.position", "l.counted", "l.expected", "l.counted_by as countedBy"])
    .select(["l.counted_at as countedAt", "p.name as productName", "v.name as variantName", "v.sku", "v.barcode"])
    .where("l.sheet_id", "=", sheetId)
    .where("l.position", ">", after)
    .$if(view === "left", (query) => query.where("l.counted", "is", null))
    .$if(view === "differing", (query) => query.where(differs))
    .$if(variantIds !== undefined, (query) => query.where("l.variant_id", "in", variantIds ?? []))
    .orderBy("l.position")
    .limit(limit)
    .execute();

const standings = (reader: Db | Tx) =>
  reader
    .selectFrom("count_line as l")
    .select(({ fn, eb }) => [
      "l.sheet_id as sheetId",
      fn.countAll<number>().as("lines"),
      fn.count<number>("l.counted").as("counted"),
      fn.sum<number>(eb.case().when(differs).then(1).else(0).end()).as("differing"),
      fn.sum<number>(sql<number>`coalesce(l.counted - l.expected, 0)`).as("units"),
    ]);

/**
 * The totals of a sheet: its lines, counted lines, lines that differ from the expected units, and
 * the sum of their differences in units.
 */
export type SheetTotals = { lines: number; counted: number; differing: number; units: number };

export async function findSheetTotals(reader: Db | Tx, sheetIds: readonly string[]): Promise<Map<string, SheetTotals>> {
  if (sheetIds.length === 0) return new Map();
  const rows = await standings(reader).where("l.sheet_id", "in", sheetIds).groupBy("l.sheet_id").execute();
  return new Map(
    rows.map(({ sheetId, lines, counted, differing, units }) => [
      sheetId,
      { lines: Number(lines), counted: Number(counted), differing: Number(differing), units: Number(units) },
    ]),
  );
}

/** The variants whose count differs, locked in the order that payments use. */
export const lockDiffering = (tx: Tx, sheetId: string) =>
  tx
    .selectFrom("variant as v")
    .innerJoin("count_line as l", "l.variant_id", "v.id")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select(["v.id", "v.on_hand as onHand", "v.reserved", "p.name as productName", "v.name as variantName"])
    .select(sql<number>`l.counted - l.expected`.as("units"))
    .where("l.sheet_id", "=", sheetId)
    .where(differs)
    .orderBy("v.id")
    .forNoKeyUpdate("v")
    .execute();

/** Changes the stock of each variant by the difference of its count, and records a movement. */
export async function postDifferences(tx: Tx, sheetId: string, actor: string, now: number): Promise<void> {
  const lines = tx.selectFrom("count_line as l").where("l.sheet_id", "=", sheetId).where(differs);
  await tx
    .updateTable("variant")
    .set((eb) => ({
      on_hand: eb(
        "on_hand",
        "+",
        sql<number>`(SELECT d.counted - d.expected FROM count_line d WHERE d.sheet_id = ${sheetId} AND d.variant_id = variant.id)`,
      ),
    }))
    .where("id", "in", lines.select("l.variant_id"))
    .execute();
  await tx
    .insertInto("stock_movement")
    .columns(["id", "variant_id", "kind", "units", "order_id", "at", "reason", "actor", "sheet_id"])
    .expression(
      lines.select([
        sql<string>`l.sheet_id || '-' || l.variant_id`.as("id"),
        "l.variant_id",
        sql<"set">`'set'`.as("kind"),
        sql<number>`l.counted - l.expected`.as("units"),
        sql<null>`NULL`.as("order_id"),
        sql<number>`CAST(${now} AS BIGINT)`.as("at"),
        sql<"counted">`'counted'`.as("reason"),
        sql<string>`${actor}`.as("actor"),
        "l.sheet_id",
      ]),
    )
    .execute();
}
