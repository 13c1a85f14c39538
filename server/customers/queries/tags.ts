import { sql } from "kysely";
import type { Db, Row, Tx } from "../../db/tables.ts";

type TagRow = Row<"customer_tag">;

/** The tags of these persons (up to 1000), sorted by their folded texts. */
export const findTags = async (reader: Db | Tx, persons: readonly string[]): Promise<TagRow[]> =>
  persons.length === 0
    ? []
    : await reader.selectFrom("customer_tag").selectAll().where("person", "in", persons).orderBy("tag").execute();

export async function insertTags(tx: Tx, rows: readonly TagRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("customer_tag")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteTagsOf(tx: Tx, persons: readonly string[]): Promise<void> {
  if (persons.length > 0) await tx.deleteFrom("customer_tag").where("person", "in", persons).execute();
}

/** The confirmed email of an account that is not disabled. */
export const findConfirmedEmail = (reader: Db | Tx, customerId: string) =>
  reader
    .selectFrom("customer")
    .select("email_norm")
    .where("id", "=", customerId)
    .where("email_verified", "=", 1)
    .where("disabled_at", "is", null)
    .executeTakeFirst();

/**
 * The distinct tags, each with one of its labels. Each step of the recursion finds the next tag by
 * the index, so that the time does not grow with the number of tagged customers.
 */
export async function findDistinctTags(db: Db, limit: number): Promise<Pick<TagRow, "tag" | "label">[]> {
  const { rows } = await sql<Pick<TagRow, "tag" | "label">>`
    WITH RECURSIVE used(tag) AS (
      SELECT MIN(tag) FROM customer_tag
      UNION ALL SELECT (SELECT MIN(t.tag) FROM customer_tag t WHERE t.tag > used.tag) FROM used WHERE used.tag IS NOT NULL
    )
    SELECT u.tag, (SELECT t.label FROM customer_tag t WHERE t.tag = u.tag ORDER BY t.person LIMIT 1) AS label
    FROM (SELECT tag FROM used WHERE tag IS NOT NULL LIMIT ${sql.lit(limit)}) AS u`.execute(db);
  return rows;
}
