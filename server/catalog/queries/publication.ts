import type { Db, Tx } from "../../db/tables.ts";

/** Whether each product is published, by id; unknown ids are left out. */
export async function findPublished(reader: Db | Tx, ids: readonly string[]): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.selectFrom("product").select(["id", "published"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, published }) => [id, published === 1]));
}
