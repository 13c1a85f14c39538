import type { Db } from "../db/tables.ts";
import { type LaneName, laneOf, lanes } from "./lanes.ts";

/** `age`: ms for which the first of them has been due; 0 where none is */
export type LaneCount = { waiting: number; failed: number; age: number };

/** The jobs of each lane that are not done. */
export async function countJobs(db: Db, now: number): Promise<Record<LaneName, LaneCount>> {
  const rows = await db
    .selectFrom("job")
    .select(({ fn }) => ["kind", "state", fn.countAll<number>().as("count"), fn.min("run_at").as("first")])
    .where("state", "in", ["waiting", "failed"])
    .groupBy(["kind", "state"])
    .execute();
  const none = Object.keys(lanes).map((lane) => [lane, { waiting: 0, failed: 0, age: 0 }]);
  const counts: Record<LaneName, LaneCount> = Object.fromEntries(none);
  for (const { kind, state, count, first } of rows) {
    const lane = counts[laneOf(kind)];
    lane[state === "failed" ? "failed" : "waiting"] += Number(count);
    if (state === "waiting") lane.age = Math.max(lane.age, now - Number(first));
  }
  return counts;
}
