import { sql } from "kysely";
import { engineOf } from "../../db/engine.ts";
import type { Db, Tx } from "../../db/tables.ts";

/** The owner's lines of synonyms, in their order. */
export async function findSynonymLines(reader: Db | Tx): Promise<string[]> {
  const rows = await reader.selectFrom("search_synonym").select("words").orderBy("position").execute();
  return rows.map(({ words }) => words);
}

/** Locks the lines until the transaction ends, even if there are none yet. */
export async function lockSynonymLines(tx: Tx): Promise<string[]> {
  if (engineOf(tx) === "postgres") await sql`LOCK TABLE search_synonym IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  return await findSynonymLines(tx);
}

export async function putSynonymLines(tx: Tx, lines: readonly string[]): Promise<void> {
  await tx.deleteFrom("search_synonym").where("position", ">=", lines.length).execute();
  if (lines.length > 0)
    await tx
      .insertInto("search_synonym")
      .values(lines.map((words, position) => ({ position, words })))
      .onConflict((conflict) => conflict.column("position").doUpdateSet(({ ref }) => ({ words: ref("excluded.words") })))
      .execute();
}
