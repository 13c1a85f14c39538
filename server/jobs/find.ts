import type { ExpressionBuilder } from "kysely";
import type { Db, Tables, Tx } from "../db/tables.ts";
import { type LaneName, laneKinds, laneOf, overdueAfter } from "./lanes.ts";
import { isOpenJob } from "./open-job.ts";
import { refusedOnceWords, refusedWords } from "./refused.ts";

/** An unfinished job. */
export type OpenJob = {
  id: string;
  kind: string;
  subject: string;
  lane: LaneName;
  state: "waiting" | "failed";
  tries: number;
  /** the failure of the last try; empty if no try failed */
  failure: string;
  /** whether a process is running the job */
  running: boolean;
  /** whether the job was given up, or is not done an hour after it was due */
  overdue: boolean;
  createdAt: number;
  /** when the next try begins */
  runAt: number;
  /** when the owner was last told about the job */
  toldAt: number | null;
  /** the id of the request that enqueued the job; null if no request did */
  requestId: string | null;
};

type JobExpression = ExpressionBuilder<Tables, "job">;

export const isOfLane = (lane: LaneName) => (eb: JobExpression) =>
  lane === "mail"
    ? eb("kind", "not in", Object.values(laneKinds).flat())
    : eb("kind", "in", laneKinds[lane] as readonly string[]);

/** The time when a job became due: its first try or, before any try, the planned time. */
export const dueFrom = (eb: JobExpression) =>
  eb
    .case()
    .when(eb.and([eb("tries", "=", 0), eb("first_try_at", "is", null)]))
    .then(eb.ref("run_at"))
    .else(eb.fn.coalesce("first_try_at", "created_at"))
    .end();

const isOverdue = (now: number) => (eb: JobExpression) =>
  eb.or([eb("state", "=", "failed"), eb.and([eb("state", "=", "waiting"), eb(dueFrom(eb), "<=", now - overdueAfter)])]);

/** Whether a job was refused. It needs the owner's action, so nobody waits for it. */
const isRefused = (eb: JobExpression) =>
  eb.and([
    eb("state", "=", "waiting"),
    eb.or([eb("failure", "like", `${refusedWords}%`), eb("failure", "like", `${refusedOnceWords}%`)]),
  ]);

const openJobs = (reader: Db | Tx, now: number) =>
  reader
    .selectFrom("job")
    .selectAll()
    .select((eb) => eb.case().when(isOverdue(now)(eb)).then(eb.lit(1)).else(eb.lit(0)).end().as("overdue"))
    .where(isOpenJob)
    .orderBy("created_at")
    .orderBy("id");

type JobRow = Awaited<ReturnType<ReturnType<typeof openJobs>["execute"]>>[number];

const toOpenJob =
  (now: number) =>
  (job: JobRow): OpenJob => ({
    id: job.id,
    kind: job.kind,
    subject: job.subject,
    lane: laneOf(job.kind),
    state: job.state === "failed" ? "failed" : "waiting",
    tries: job.tries,
    failure: job.failure,
    running: job.state === "waiting" && job.lease_until > now,
    overdue: Boolean(job.overdue),
    createdAt: job.created_at,
    runAt: job.run_at,
    toldAt: job.told_at,
    requestId: job.request_id,
  });

/**
 * Unfinished jobs, the oldest first. `overdue` selects only jobs that were given up or are overdue;
 * `refused` adds the refused jobs.
 */
export async function findOpenJobs(
  reader: Db | Tx,
  {
    now,
    lane,
    overdue = false,
    refused = false,
    limit,
  }: { now: number; lane?: LaneName; overdue?: boolean; refused?: boolean; limit?: number },
): Promise<OpenJob[]> {
  const rows = await openJobs(reader, now)
    .$if(lane !== undefined, (query) => query.where(isOfLane(lane ?? "mail")))
    .$if(overdue, (query) => query.where((eb) => (refused ? eb.or([isOverdue(now)(eb), isRefused(eb)]) : isOverdue(now)(eb))))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(toOpenJob(now));
}

/** The jobs of a lane that were given up, or are not done an hour after they were due. */
export const findOverdueJobs = (reader: Db | Tx, lane: LaneName, now: number): Promise<OpenJob[]> =>
  findOpenJobs(reader, { now, lane, overdue: true });

type TellingTimes = {
  now: number;
  /** the owner has to be told again about a job if the last time was at or before this time */
  since: number;
  /**
   * a time of telling that is later than this was written before a clock went back, so it does not
   * count
   */
  until: number;
};

/**
 * Records that the owner is told now about each overdue job of a lane that they do not know yet.
 * Returns the number of these jobs, which is 0 if another process was first.
 */
export async function markTold(tx: Tx, lane: LaneName, { now, since, until }: TellingTimes): Promise<number> {
  const untold = (eb: JobExpression) => eb.or([eb("told_at", "is", null), eb("told_at", "<=", since), eb("told_at", ">", until)]);
  const { numUpdatedRows } = await tx
    .updateTable("job")
    .set({ told_at: now })
    .where((eb) => eb.and([isOfLane(lane)(eb), isOverdue(now)(eb), untold(eb)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
