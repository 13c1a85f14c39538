import { sql } from "kysely";
import { engineOf } from "../engine.ts";
import type { Db } from "../tables.ts";

/** The rows of one statement. They are few, so that other writers do not wait long. */
const batch = 5000;

/** All changes before `settled` have been committed by now. */
const settledIn = {
  sqlite: sql<{ settled: number }>`SELECT version + 1 AS settled FROM catalog_version`,
  postgres: sql<{ settled: number }>`SELECT settled FROM assortment_clock`,
};

/**
 * Deletes the changes that were settled at the last call of this function. A process that has not
 * read changes since then treats everything as changed.
 */
export async function prunePageChanges(db: Db): Promise<void> {
  const floor = await db.selectFrom("page_change_floor").selectAll().executeTakeFirst();
  const [current] = (await settledIn[engineOf(db)].execute(db)).rows;
  if (!floor || !current) return;
  // The numbers may come from an imported dump of another server, and be higher than this server's.
  const prunedTo = Math.min(floor.next, current.settled);
  await db.updateTable("page_change_floor").set({ pruned_to: prunedTo, next: current.settled }).where("id", "=", 1).execute();
  for (;;) {
    const old = db.selectFrom("page_change").select("subject").where("changed_in", "<", prunedTo).limit(batch);
    const { numDeletedRows } = await db
      .deleteFrom("page_change")
      .where("changed_in", "<", prunedTo)
      .where("subject", "in", old)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
  }
}
