import type { Db, Tx } from "../db/tables.ts";
import { wasRefused } from "./refused.ts";

export type JobName = { kind: string; subject: string };

/** `waiting`: not begun. `trying`: failed, and will run again. */
export type JobStatus = "waiting" | "trying" | "done" | "failed";

const statusOf = (job: { state: "waiting" | "done" | "failed"; failure: string } | undefined): JobStatus | undefined => {
  if (job?.state !== "waiting") return job?.state;
  return job.failure === "" ? "waiting" : "trying";
};

const statuses = (db: Db) => db.selectFrom("job").select(["state", "failure"]);

/** The status of a job; undefined if the job does not exist. */
export const jobStatus = async (db: Db, { kind, subject }: JobName): Promise<JobStatus | undefined> =>
  statusOf(await statuses(db).where("kind", "=", kind).where("subject", "=", subject).executeTakeFirst());

/** A job's state; `failure` belongs to the last try and is empty if no try failed. */
export type JobState = JobName & { status: JobStatus; failure: string; doneAt: number | null };

/**
 * The states of those named jobs that exist, in any order. Old jobs that are done have been deleted
 * (prune.ts).
 */
export async function findJobs(reader: Db | Tx, names: readonly JobName[]): Promise<JobState[]> {
  if (names.length === 0) return [];
  const jobKeys = new Set(names.map(({ kind, subject }) => `${kind} ${subject}`));
  const rows = await reader
    .selectFrom("job")
    .select(["kind", "subject", "state", "failure", "done_at"])
    .where("kind", "in", [...new Set(names.map(({ kind }) => kind))])
    .where("subject", "in", [...new Set(names.map(({ subject }) => subject))])
    .execute();
  return rows.flatMap(({ kind, subject, done_at: doneAt, ...row }) => {
    const status = statusOf(row);
    return status && jobKeys.has(`${kind} ${subject}`) ? [{ kind, subject, status, failure: row.failure, doneAt }] : [];
  });
}

/** The status of a job by its id; undefined if the job does not exist. */
export const jobStatusOf = async (db: Db, id: string): Promise<JobStatus | undefined> =>
  statusOf(await statuses(db).where("id", "=", id).executeTakeFirst());

/**
 * Restarts a job's tries and pauses. A job that was given up also gets its whole lifetime again. A
 * job that was still waiting keeps the time of its first try, so it stays overdue.
 */
const restart = (writer: Db | Tx, now: number) =>
  writer.updateTable("job").set((eb) => {
    const unlessFailed = (column: "first_try_at" | "told_at") =>
      eb.case().when("state", "=", "waiting").then(eb.ref(column)).else(null).end();
    const times = { first_try_at: unlessFailed("first_try_at"), told_at: unlessFailed("told_at") };
    return { state: "waiting", tries: 0, run_at: now, lease_until: 0, failure: "", ...times };
  });

/**
 * Schedules again those of the given jobs that were given up. Returns the number of rescheduled
 * jobs.
 */
export async function retryFailed(db: Db, jobs: readonly JobName[], now: number): Promise<number> {
  let count = 0;
  for (const { kind, subject } of jobs) {
    const { numUpdatedRows } = await restart(db, now)
      .where("kind", "=", kind)
      .where("subject", "=", subject)
      .where("state", "=", "failed")
      .executeTakeFirst();
    count += Number(numUpdatedRows);
  }
  return count;
}

/**
 * Runs failed jobs again at once: jobs that were given up, or that wait after a failed try. Leaves
 * running jobs alone. Selects the job with this id, or all jobs except the kinds `but`. Returns the
 * number of jobs.
 */
export async function retryJobs(
  writer: Db | Tx,
  { id, but }: { id: string | undefined; but: readonly string[] },
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await restart(writer, now)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .$if(but.length > 0, (query) => query.where("kind", "not in", but))
    .where((eb) => eb.or([eb("state", "=", "failed"), eb.and([eb("state", "=", "waiting"), eb("failure", "<>", "")])]))
    .where("lease_until", "<=", now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Ends a job that has nothing left to do, whatever the result of its last try. False while a
 * process runs the job or has locked it. The row stays locked until the transaction ends.
 */
export async function endJob(tx: Tx, name: JobName, now: number): Promise<boolean> {
  const job = await lockJob(tx, name);
  return !job || (await endLocked(tx, job, now));
}

/** Ends a job whose last try was refused; false if it was not refused. */
export async function endRefusedJob(tx: Tx, name: JobName, now: number): Promise<boolean> {
  const job = await lockJob(tx, name);
  return job !== undefined && wasRefused(job.failure) && (await endLocked(tx, job, now));
}

const lockJob = (tx: Tx, { kind, subject }: JobName) =>
  tx
    .selectFrom("job")
    .select(["id", "state", "lease_until", "failure"])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .forUpdate()
    .executeTakeFirst();

type LockedJob = NonNullable<Awaited<ReturnType<typeof lockJob>>>;

async function endLocked(tx: Tx, job: LockedJob, now: number): Promise<boolean> {
  if (job.state === "done") return true;
  if (job.state === "waiting" && job.lease_until > now) return false;
  await tx
    .updateTable("job")
    .set({ state: "done", done_at: now, payload: "{}", failure: "", lease_until: 0 })
    .where("id", "=", job.id)
    .execute();
  return true;
}
