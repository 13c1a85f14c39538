import { sql } from "kysely";
import type { ProductImportLineTable } from "../../db/import-tables.ts";
import { insertion } from "../../db/insertion.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type ImportRow = Row<"product_import">;
export type ImportLine = Row<"product_import_line">;
export type ImportStep = ProductImportLineTable["step"];

export async function insertImport(tx: Tx, row: NewRow<"product_import">): Promise<void> {
  await tx.insertInto("product_import").values(row).execute();
}

export const findImportRow = (reader: Db | Tx, id: string): Promise<ImportRow | undefined> =>
  reader.selectFrom("product_import").selectAll().where("id", "=", id).executeTakeFirst();

/** An import, locked until the transaction ends. */
export const lockImport = (tx: Tx, id: string): Promise<ImportRow | undefined> =>
  tx.selectFrom("product_import").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** The only import whose file is kept, locked until the transaction ends. */
export const lockOpenImport = (tx: Tx): Promise<ImportRow | undefined> =>
  tx.selectFrom("product_import").selectAll().where("slot", "=", 1).forUpdate().executeTakeFirst();

/** The latest imports first. */
export const findImports = (reader: Db | Tx, limit: number): Promise<ImportRow[]> =>
  reader
    .selectFrom("product_import")
    .selectAll()
    .where("state", "<>", "uploading")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

export async function updateImport(tx: Tx, id: string, changes: Partial<ImportRow>): Promise<void> {
  await tx.updateTable("product_import").set(changes).where("id", "=", id).execute();
}

export async function insertPart(tx: Tx, row: Row<"product_import_part">): Promise<void> {
  await tx.insertInto("product_import_part").values(row).execute();
}

export async function readPart(reader: Db | Tx, importId: string, position: number): Promise<Uint8Array | undefined> {
  const row = await reader
    .selectFrom("product_import_part")
    .select("bytes")
    .where("import_id", "=", importId)
    .where("position", "=", position)
    .executeTakeFirst();
  return row?.bytes;
}

export async function deleteParts(tx: Tx, importId: string): Promise<void> {
  await tx.deleteFrom("product_import_part").where("import_id", "=", importId).execute();
}

const insertRows = insertion("product_import_line");
const inStatement = 100;

export async function insertLines(tx: Tx, lines: readonly ImportLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += inStatement) await insertRows(tx, lines.slice(at, at + inStatement));
}

/** Lines of these kinds, in the order of the file; lines about whole products come last. */
export const findLines = (
  reader: Db | Tx,
  { id, step, kinds }: { id: string; step: ImportStep; kinds: readonly ImportLine["kind"][] },
  limit: number,
): Promise<ImportLine[]> =>
  reader
    .selectFrom("product_import_line")
    .selectAll()
    .where("import_id", "=", id)
    .where("step", "=", step)
    .where("kind", "in", kinds)
    .orderBy(sql`line IS NULL`)
    .orderBy("line")
    .orderBy("number")
    .limit(limit)
    .execute();

/**
 * All lines of a step after the line with the number `after`, in the order in which they were
 * found.
 */
export const findLinesAfter = (
  reader: Db | Tx,
  { id, step, after }: { id: string; step: ImportStep; after: number },
  limit: number,
): Promise<ImportLine[]> =>
  reader
    .selectFrom("product_import_line")
    .selectAll()
    .where("import_id", "=", id)
    .where("step", "=", step)
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .execute();
