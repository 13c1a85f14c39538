import type { Db } from "../db/tables.ts";

export type JobName = { kind: string; subject: string };

/** `waiting`: not begun. `trying`: failed, and will run again. */
export type JobStatus = "waiting" | "trying" | "done" | "failed";

/** The status of a job; undefined when there is none. */
export async function jobStatus(db: Db, { kind, subject }: JobName): Promise<JobStatus | undefined> {
  const job = await db
    .selectFrom("job")
    .select(["state", "tries", "failure"])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .executeTakeFirst();
  if (job?.state !== "waiting") return job?.state;
  return job.failure === "" ? "waiting" : "trying";
}

/** Schedules jobs again that failed at their last try. Returns their number. */
export async function retryFailed(db: Db, jobs: readonly JobName[], now: number): Promise<number> {
  let taken = 0;
  for (const { kind, subject } of jobs) {
    const { numUpdatedRows } = await db
      .updateTable("job")
      .set({ state: "waiting", tries: 0, run_at: now, lease_until: 0, failure: "" })
      .where("kind", "=", kind)
      .where("subject", "=", subject)
      .where("state", "=", "failed")
      .executeTakeFirst();
    taken += Number(numUpdatedRows);
  }
  return taken;
}
