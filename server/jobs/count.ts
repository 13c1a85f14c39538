import { sql } from "kysely";
import type { Db } from "../db/tables.ts";
import { dueFrom, isOfLane } from "./find.ts";
import { type LaneName, laneOf, lanes, overdueAfter } from "./lanes.ts";
import { refusedWords } from "./refused.ts";

/** `age`: ms for which the first of them has been due; 0 where none is */
export type LaneCount = { waiting: number; failed: number; age: number };

/** Of one state, by an index that has this state alone. What was refused for good is due when it is to be asked again. */
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

/** The jobs that were given up; no more than `most` are counted. */
export async function countFailedJobs(db: Db, most: number): Promise<number> {
  const failed = db.selectFrom("job").select("id").where("state", "=", sql.lit("failed")).limit(most).as("failed");
  const { count } = await db
    .selectFrom(failed)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Emails that wait, and since when (ms) the first of them has. */
export type LateEmails = { count: number; since: number };

/** Undefined unless one should have gone out an hour ago, as where the mail server is away. */
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

/** The jobs of each lane that are not done. */
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
