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

/** The status of a job; undefined when there is none. */
export const jobStatus = async (db: Db, { kind, subject }: JobName): Promise<JobStatus | undefined> =>
  statusOf(await statuses(db).where("kind", "=", kind).where("subject", "=", subject).executeTakeFirst());

/** `failure`: of its last try, empty where there was none. */
export type FoundJob = JobName & { status: JobStatus; failure: string; doneAt: number | null };

/** Those of several jobs that there are, in no certain order; old ones that are done are deleted (prune.ts). */
export async function findJobs(reader: Db | Tx, names: readonly JobName[]): Promise<FoundJob[]> {
  if (names.length === 0) return [];
  const named = new Set(names.map(({ kind, subject }) => `${kind} ${subject}`));
  const rows = await reader
    .selectFrom("job")
    .select(["kind", "subject", "state", "failure", "done_at"])
    .where("kind", "in", [...new Set(names.map(({ kind }) => kind))])
    .where("subject", "in", [...new Set(names.map(({ subject }) => subject))])
    .execute();
  return rows.flatMap(({ kind, subject, done_at: doneAt, ...row }) => {
    const status = statusOf(row);
    return status && named.has(`${kind} ${subject}`) ? [{ kind, subject, status, failure: row.failure, doneAt }] : [];
  });
}

/** The same by its id. */
export const jobStatusOf = async (db: Db, id: string): Promise<JobStatus | undefined> =>
  statusOf(await statuses(db).where("id", "=", id).executeTakeFirst());

/** Its tries and its pauses begin anew. One that was given up also has its whole time again; another stays overdue. */
const anew = (writer: Db | Tx, now: number) =>
  writer.updateTable("job").set((eb) => {
    const unlessFailed = (column: "first_try_at" | "told_at") =>
      eb.case().when("state", "=", "waiting").then(eb.ref(column)).else(null).end();
    const times = { first_try_at: unlessFailed("first_try_at"), told_at: unlessFailed("told_at") };
    return { state: "waiting", tries: 0, run_at: now, lease_until: 0, failure: "", ...times };
  });

/** Schedules jobs again that were given up. Returns their number. */
export async function retryFailed(db: Db, jobs: readonly JobName[], now: number): Promise<number> {
  let count = 0;
  for (const { kind, subject } of jobs) {
    const { numUpdatedRows } = await anew(db, now)
      .where("kind", "=", kind)
      .where("subject", "=", subject)
      .where("state", "=", "failed")
      .executeTakeFirst();
    count += Number(numUpdatedRows);
  }
  return count;
}

/**
 * Runs again at once what was given up, or waits after a try that failed, and is not being run:
 * the job with this id, or all, but for those of the kinds `but`. Returns their number.
 */
export async function retryJobs(
  writer: Db | Tx,
  { id, but }: { id: string | undefined; but: readonly string[] },
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await anew(writer, now)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .$if(but.length > 0, (query) => query.where("kind", "not in", but))
    .where((eb) => eb.or([eb("state", "=", "failed"), eb.and([eb("state", "=", "waiting"), eb("failure", "<>", "")])]))
    .where("lease_until", "<=", now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Ends a job that has nothing left to do, whatever came of its last try. False while a process is at it, and where
 * another one has it at this moment; the row stays locked until the transaction ends.
 */
export async function endJob(tx: Tx, name: JobName, now: number): Promise<boolean> {
  const job = await lockJob(tx, name);
  return !job || (await endLocked(tx, job, now));
}

/** The same of one whose last try was refused; false where it was not. */
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
