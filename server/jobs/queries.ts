import { sql } from "kysely";
import { compiled } from "../db/compiled.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { jobLease, longestPause, longestRefusedPause } from "./lanes.ts";
import { refusedWords } from "./refused.ts";

export type Job = Row<"job">;

/** Of these kinds, not done, and neither put off nor owned by another process; the longest due first. */
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

/** In one statement, so that what it locks and what it takes are the same. */
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

/** Takes up to `most` of the jobs that have been due the longest, for the length of a lease. */
export async function takeDue(db: Db | Tx, kinds: readonly string[], now: number, most: number): Promise<Job[]> {
  // Most looks find nothing: reading first, they take no writer's place.
  if (kinds.length === 0 || (await dueRows(db, [...kinds, now, now, 1])).length === 0) return [];
  const taken = await takenRows(db, [...kinds, now, now, most, now + jobLease, now]);
  return taken.toSorted((one, other) => one.run_at - other.run_at);
}

/** Another worker may have taken the job over since: then it is that one's. */
const owned = (writer: Db | Tx, { id, tries }: Job) =>
  writer.updateTable("job").where("id", "=", id).where("state", "=", "waiting").where("tries", "=", tries);

/** Gives back a job that was taken and not begun. */
export const returnJob = (db: Db, job: Job) =>
  owned(db, job)
    .set({ lease_until: 0, tries: job.tries - 1, ...(job.tries === 1 && { first_try_at: null }) })
    .execute();

/** Done, whoever else is at it; of what it was to do nothing is kept. */
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

/** Gives a job up; false when another worker has it by now. The owner is told anew. */
export async function giveUpJob(tx: Tx, job: Job, now: number, failure: string): Promise<boolean> {
  const change = { state: "failed" as const, run_at: now, lease_until: 0, failure, told_at: null };
  const { numUpdatedRows } = await owned(tx, job).set(change).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * A clock that went back leaves times behind that would last for hours. A lease ends no later than
 * its length from now (shortened and not ended, since the clock of another process may only be a
 * little ahead), a pause no later than the longest, and nothing was made or tried after now.
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
    // One for later stays as much later as it was.
    await waiting()
      .set(({ eb, ref }) => ({ run_at: eb(eb(ref("run_at"), "-", ref("created_at")), "+", now), created_at: now }))
      .where("tries", "=", 0)
      .where("created_at", ">", now)
      .execute();
    await waiting().set({ created_at: now }).where("created_at", ">", now).execute();
    await waiting().set({ first_try_at: now }).where("first_try_at", ">", now).execute();
  });
