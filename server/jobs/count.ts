import { sql } from "kysely";
import type { Db } from "../db/tables.ts";
import { type LaneName, laneOf, lanes } from "./lanes.ts";

/** `age`: ms for which the first of them has been due; 0 where none is */
export type LaneCount = { waiting: number; failed: number; age: number };

/** Of one state, by an index that has this state alone. */
const countedByKind = (db: Db, state: "waiting" | "failed") =>
  db
    .selectFrom("job")
    .select(({ fn }) => ["kind", sql.lit(state).as("state"), fn.countAll<number>().as("count"), fn.min("run_at").as("first")])
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
