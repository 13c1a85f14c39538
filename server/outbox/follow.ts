import type { Db } from "../db/tables.ts";

export type JobName = { kind: string; subject: string };

/** `waiting`: nobody has taken it up. `trying`: it went wrong and comes again. */
export type JobStatus = "waiting" | "trying" | "done" | "failed";

/** Where a job stands; undefined when there is none. */
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

/** Takes jobs up again that were given up after their last try. How many there were. */
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
