import type { Db } from "../db/tables.ts";
import { retention } from "../retention.ts";
import { laneKinds } from "./lanes.ts";

/** Money jobs that were given up are kept for ever. */
const { doneJob: doneKept, failedJob: failedKept } = retention;
const perBatch = 500;

const oldDone = (db: Db, now: number) =>
  db
    .selectFrom("job")
    .select("id")
    .where("state", "=", "done")
    .where("done_at", "<=", now - doneKept);

const oldFailed = (db: Db, now: number) =>
  db
    .selectFrom("job")
    .select("id")
    .where("state", "=", "failed")
    .where("kind", "not in", laneKinds.money)
    // The last release recorded nothing with those that it gave up.
    .where("first_try_at", "is not", null)
    .where("run_at", "<=", now - failedKept);

/**
 * Deletes old jobs, in batches, so that others can write in between. What a job did is recorded
 * elsewhere: none of them may be enqueued again for the same change.
 */
export async function pruneJobs(db: Db, now: number): Promise<void> {
  // The last release kept what finished jobs had held.
  await db.updateTable("job").set({ payload: "{}" }).where("state", "=", "done").where("payload", "<>", "{}").execute();
  for (const old of [oldDone, oldFailed]) await deleteAll(db, () => old(db, now));
}

async function deleteAll(db: Db, old: () => ReturnType<typeof oldDone>): Promise<void> {
  for (;;) {
    const rows = await old().limit(perBatch).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom("job").where("id", "in", ids).where("state", "<>", "waiting").execute();
    if (ids.length < perBatch) return;
  }
}
