import { sql } from "kysely";
import type { Db } from "../db/tables.ts";
import { dueFrom, isOfLane } from "./find.ts";
import { type LaneName, laneOf, lanes, overdueAfter } from "./lanes.ts";
import { refusedWords } from "./refused.ts";

/** `age` is the time in ms since the first waiting job became due; 0 without a waiting job. */
export type LaneCount = { waiting: number; failed: number; age: number };

/**
 * Counts the jobs of one state by kind, with an index of this state, and finds the time when the
 * first of them became due. A job that was refused for good counts as due from its next try.
 */
const countedByKind = (db: Db, state: "waiting" | "failed") =>
  db
    .selectFrom("job")
    .select((eb) => {
      const isRefused = eb("failure", "like", `${refusedWords}%`);
      const due = eb.case().when(isRefused).then(eb.ref("run_at")).else(dueFrom(eb)).end();
      return ["kind", sql.lit(state).as("state"), eb.fn.countAll<number>().as("count"), eb.fn.min(due).as("first")];
    })
    .where("state", "=", sql.lit(state))
    .groupBy("kind")
    .execute();

/** Counts the jobs that were given up; stops at `most`. */
export async function countFailedJobs(db: Db, most: number): Promise<number> {
  const failed = db.selectFrom("job").select("id").where("state", "=", sql.lit("failed")).limit(most).as("failed");
  const { count } = await db
    .selectFrom(failed)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number of waiting emails, and the time (ms) since which the first of them waits. */
export type LateEmails = { count: number; since: number };

/**
 * The waiting emails if one of them is an hour late, for example because the mail server is down;
 * undefined otherwise.
 */
export async function lateEmails(db: Db, now: number): Promise<LateEmails | undefined> {
  const { count, since } = await db
    .selectFrom("job")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min(dueFrom(eb)).as("since")])
    .where("state", "=", sql.lit("waiting"))
    .where(isOfLane("mail"))
    .where((eb) => eb(dueFrom(eb), "<=", now))
    .executeTakeFirstOrThrow();
  const first = Number(since ?? now);
  return first <= now - overdueAfter ? { count: Number(count), since: first } : undefined;
}

/** The numbers of unfinished jobs in each lane. */
export async function countJobs(db: Db, now: number): Promise<Record<LaneName, LaneCount>> {
  const rows = [...(await countedByKind(db, "waiting")), ...(await countedByKind(db, "failed"))];
  const none = Object.keys(lanes).map((lane) => [lane, { waiting: 0, failed: 0, age: 0 }]);
  const counts: Record<LaneName, LaneCount> = Object.fromEntries(none);
  for (const { kind, state, count, first } of rows) {
    const lane = counts[laneOf(kind)];
    lane[state === "failed" ? "failed" : "waiting"] += Number(count);
    if (state === "waiting") lane.age = Math.max(lane.age, now - Number(first));
  }
  return counts;
}
