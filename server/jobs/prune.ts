import { inBatches } from "../db/batches.ts";
import type { Db } from "../db/tables.ts";
import { retention } from "../retention.ts";
import { laneKinds } from "./lanes.ts";

const oldDone = (db: Db, before: number) =>
  db.selectFrom("job").select("id").where("state", "=", "done").where("done_at", "<=", before).orderBy("done_at");

/** Emails and upkeep that were given up; money jobs that were given up are kept for ever. */
const oldFailed = (db: Db, before: number) =>
  db
    .selectFrom("job")
    .select("id")
    .where("state", "=", "failed")
    .where("kind", "not in", laneKinds.money)
    .where("run_at", "<=", before)
    .orderBy("run_at");

/** Deletes old jobs, except a job that an owner's retry made wait again meanwhile. */
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
 * Deletes old jobs that are done. The effect of a job is recorded elsewhere: no deleted job may be
 * enqueued again for the same change.
 */
export async function deleteDoneJobs(db: Db, now: number): Promise<void> {
  await inBatches((most) => deleteSome(db, oldDone(db, now - retention.doneJob), most));
}

/** Deletes emails and upkeep that were given up before `before` (ms). */
export const deleteFailedJobs = (db: Db, before: number): Promise<number> =>
  inBatches((most) => deleteSome(db, oldFailed(db, before), most));
