import { inBatches } from "../db/batches.ts";
import type { Db } from "../db/tables.ts";
import { retention } from "../retention.ts";
import { laneKinds } from "./lanes.ts";

const oldDone = (db: Db, before: number) =>
  db.selectFrom("job").select("id").where("state", "=", "done").where("done_at", "<=", before).orderBy("done_at");

/** Email and upkeep jobs that were given up. Money jobs that were given up are kept forever. */
const oldFailed = (db: Db, before: number) =>
  db
    .selectFrom("job")
    .select("id")
    .where("state", "=", "failed")
    .where("kind", "not in", laneKinds.money)
    .where("run_at", "<=", before)
    .orderBy("run_at");

/** Deletes old jobs, except a job that the owner has retried meanwhile and that waits again. */
async function deleteSome(db: Db, old: ReturnType<typeof oldDone>, most: number): Promise<number> {
  const some = old.limit(most);
  const { numDeletedRows } = await db
    .deleteFrom("job")
    .where("id", "in", some)
    .where("state", "<>", "waiting")
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Deletes old jobs that are done. A deleted job can no longer prevent that the same job is enqueued
 * again. So other tables have to record what a job has done, and no job may be enqueued again for
 * the same change.
 */
export async function deleteDoneJobs(db: Db, now: number): Promise<void> {
  await inBatches((most) => deleteSome(db, oldDone(db, now - retention.doneJob), most));
}

/** Deletes email and upkeep jobs that were given up before `before` (ms). */
export const deleteFailedJobs = (db: Db, before: number): Promise<number> =>
  inBatches((most) => deleteSome(db, oldFailed(db, before), most));
