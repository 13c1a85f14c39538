import { sql } from "kysely";
import { engineOf } from "../engine.ts";
import type { Db } from "../tables.ts";

/** Rows of one statement, so that other writers do not wait long. */
const batch = 5000;

/** Changes before it have all been committed by now. */
const settledIn = {
  sqlite: sql<{ settled: number }>`SELECT version + 1 AS settled FROM catalog_version`,
  postgres: sql<{ settled: number }>`SELECT settled FROM assortment_clock`,
};

/**
 * Deletes the changes that were settled when this was last called. A process that has not read
 * changes since then takes everything as changed.
 */
export async function prunePageChanges(db: Db): Promise<void> {
  const floor = await db.selectFrom("page_change_floor").selectAll().executeTakeFirst();
  const [current] = (await settledIn[engineOf(db)].execute(db)).rows;
  if (!floor || !current) return;
  // Another server's numbers, after a dump of it was read in, may be ahead.
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
