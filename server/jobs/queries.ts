import { sql } from "kysely";
import { compiled } from "../db/compiled.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { jobLease, longestPause, longestRefusedPause } from "./lanes.ts";
import { refusedWords } from "./refused.ts";

export type Job = Row<"job">;

/**
 * Due jobs of these kinds that are not put off and that no other process owns; the longest due
 * first.
 */
const due = (reader: Db | Tx, kinds: readonly string[], [runAt = "", lease = "", most = ""]: readonly string[]) =>
  reader
    .selectFrom("job")
    .select("id")
    .where("state", "=", "waiting")
    .where("kind", "in", kinds)
    .where("run_at", "<=", sql<number>`${runAt}`)
    .where("lease_until", "<=", sql<number>`${lease}`)
    .orderBy("run_at")
    .limit(sql<number>`${most}`);

const dueRows = compiled((reader, places) => due(reader, places.slice(0, -3), places.slice(-3)));

/** Locks and takes jobs in one statement, so that the locked and the taken jobs are the same. */
const takenRows = compiled((reader, places) => {
  const [lease = "", now = ""] = places.slice(-2);
  return reader
    .with("due", () => due(reader, places.slice(0, -5), places.slice(-5, -2)).forUpdate().skipLocked())
    .updateTable("job")
    .set(({ eb, fn, ref }) => ({
      lease_until: sql<number>`${lease}`,
      first_try_at: fn.coalesce("first_try_at", sql<number>`${now}`),
      tries: eb(ref("tries"), "+", 1),
    }))
    .where("id", "in", (eb) => eb.selectFrom("due").select("id"))
    .returningAll();
});

/** Takes up to `most` jobs, those that have been due the longest, for the length of a lease. */
export async function takeDue(db: Db | Tx, kinds: readonly string[], now: number, most: number): Promise<Job[]> {
  // Most checks find nothing, so a read comes first, which does not block writers.
  if (kinds.length === 0 || (await dueRows(db, [...kinds, now, now, 1])).length === 0) return [];
  const jobs = await takenRows(db, [...kinds, now, now, most, now + jobLease, now]);
  return jobs.toSorted((one, other) => one.run_at - other.run_at);
}

/** Updates a job only while this worker owns it: another worker may have taken the job since. */
const owned = (writer: Db | Tx, { id, tries }: Job) =>
  writer.updateTable("job").where("id", "=", id).where("state", "=", "waiting").where("tries", "=", tries);

/** Gives back a job that this process took but did not begin. */
export const returnJob = (db: Db, job: Job) =>
  owned(db, job)
    .set({ lease_until: 0, tries: job.tries - 1, ...(job.tries === 1 && { first_try_at: null }) })
    .execute();

/** Marks a job as done and deletes its payload, even if another worker runs it too. */
export const finishJob = (db: Db, { id }: Job, now: number) =>
  db
    .updateTable("job")
    .set({ state: "done", done_at: now, payload: "{}", failure: "" })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();

/** Puts off a job that failed. */
export const putOffJob = (db: Db, job: Job, runAt: number, failure: string) =>
  owned(db, job).set({ run_at: runAt, lease_until: 0, failure }).execute();

/** Puts a job off as if it had been created for that time; the pause is no failure. */
export const postponeJob = (db: Db, job: Job, runAt: number) =>
  owned(db, job).set({ run_at: runAt, lease_until: 0, tries: 0, first_try_at: null, failure: "" }).execute();

/**
 * Gives a job up; false if another worker owns it now. The owner will be told about the job again.
 */
export async function giveUpJob(tx: Tx, job: Job, now: number, failure: string): Promise<boolean> {
  const change = { state: "failed" as const, run_at: now, lease_until: 0, failure, told_at: null };
  const { numUpdatedRows } = await owned(tx, job).set(change).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Repairs times that were written before a clock went back and would otherwise last for hours. A
 * lease lasts at most its usual length from now; it is shortened but not ended, since another
 * process's clock may only be slightly ahead. A pause lasts at most the longest pause from now. No
 * job was created or tried later than now.
 */
export const repairTimes = (db: Db, now: number): Promise<void> =>
  transact(db, async (tx) => {
    const waiting = () => tx.updateTable("job").where("state", "=", "waiting");
    await waiting()
      .set({ lease_until: now + jobLease, run_at: now })
      .where("lease_until", ">", now + jobLease)
      .execute();
    await waiting()
      .set({ run_at: now })
      .where("tries", ">", 0)
      .where("run_at", ">", now + longestPause)
      .where(({ eb, or }) => or([eb("failure", "not like", `${refusedWords}%`), eb("run_at", ">", now + longestRefusedPause)]))
      .execute();
    // A job that was created for a later time keeps its distance from the creation.
    await waiting()
      .set(({ eb, ref }) => ({ run_at: eb(eb(ref("run_at"), "-", ref("created_at")), "+", now), created_at: now }))
      .where("tries", "=", 0)
      .where("created_at", ">", now)
      .execute();
    await waiting().set({ created_at: now }).where("created_at", ">", now).execute();
    await waiting().set({ first_try_at: now }).where("first_try_at", ">", now).execute();
  });
