import { compiled } from "../../db/compiled.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";
import type { PaperFields } from "../rules/papers.ts";

const fieldsOf = (row: Row<"product_paper">): PaperFields => ({
  id: row.id,
  title: row.title,
  lot: row.lot,
  isCurrent: row.is_current === 1,
  key: row.key,
  fileName: row.file_name,
  bytes: row.bytes,
  addedAt: row.added_at,
});

const rowsOf = compiled((reader, productIds) =>
  reader.selectFrom("product_paper").selectAll().where("product_id", "in", productIds).orderBy("added_at").orderBy("id"),
);

/** The papers of products, the newest last, by product id. */
export async function findPapers(reader: Db | Tx, productIds: readonly string[]): Promise<Map<string, PaperFields[]>> {
  const rows = productIds.length === 0 ? [] : await rowsOf(reader, productIds);
  const groups = Map.groupBy(rows, ({ product_id }) => product_id);
  return new Map([...groups].map(([id, papers]) => [id, papers.map(fieldsOf)]));
}

/** Replaces the papers of a product. */
export async function replacePapers(tx: Tx, productId: string, papers: readonly PaperFields[]): Promise<void> {
  await tx.deleteFrom("product_paper").where("product_id", "=", productId).execute();
  const rows = papers.map(({ id, title, lot, isCurrent, key, fileName, bytes, addedAt }) => ({
    ...{ id, product_id: productId, title, lot, key, bytes },
    is_current: isCurrent ? (1 as const) : (0 as const),
    file_name: fileName,
    added_at: addedAt,
  }));
  if (rows.length > 0) await tx.insertInto("product_paper").values(rows).execute();
}

/** The papers with this key, each with its product's `published`. */
export const findPapersByKey = (reader: Db | Tx, key: string) =>
  reader
    .selectFrom("product_paper as pp")
    .innerJoin("product as p", "p.id", "pp.product_id")
    .select(["pp.product_id as productId", "pp.file_name as fileName", "p.published"])
    .where("pp.key", "=", key)
    .orderBy("pp.added_at", "desc")
    .execute();
