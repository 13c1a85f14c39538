import { sql } from "kysely";
import { inBatches } from "../db/batches.ts";
import type { Db } from "../db/tables.ts";
import { retention } from "../retention.ts";
import { laneKinds } from "./lanes.ts";

/** Spelled out in the statement: SQLite finds rows by a partial index only where it sees its condition. */
const isHolding = sql<boolean>`state = 'done' AND payload <> '{}'`;

/** What jobs held when the last release finished them; this one empties them when they are done. */
async function emptyDone(db: Db, most: number): Promise<number> {
  const holding = db.selectFrom("job").select("id").where(isHolding).orderBy("id").limit(most);
  const { numUpdatedRows } = await db.updateTable("job").set({ payload: "{}" }).where("id", "in", holding).executeTakeFirst();
  return Number(numUpdatedRows);
}

const oldDone = (db: Db, before: number) =>
  db.selectFrom("job").select("id").where("state", "=", "done").where("done_at", "<=", before).orderBy("done_at");

/** Money jobs that were given up are kept for ever. */
const oldFailed = (db: Db, before: number) =>
  db
    .selectFrom("job")
    .select("id")
    .where("state", "=", "failed")
    .where("kind", "not in", laneKinds.money)
    // The last release recorded nothing with those that it gave up.
    .where("first_try_at", "is not", null)
    .where("run_at", "<=", before)
    .orderBy("run_at");

/** Unless an owner's retry made it wait again meanwhile. */
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
 * Deletes old jobs that are done. What a job did is recorded elsewhere: none of them may be enqueued
 * again for the same change.
 */
export async function deleteDoneJobs(db: Db, now: number): Promise<void> {
  await inBatches((most) => emptyDone(db, most));
  await inBatches((most) => deleteSome(db, oldDone(db, now - retention.doneJob), most));
}

/** Deletes emails and upkeep that were given up before `before` (ms). */
export const deleteFailedJobs = (db: Db, before: number): Promise<number> =>
  inBatches((most) => deleteSome(db, oldFailed(db, before), most));
