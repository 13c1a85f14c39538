import { insertion } from "../db/insertion.ts";
import type { Tx } from "../db/tables.ts";
import { newRowId } from "../ids.ts";
import { currentRequestId } from "../request-id.ts";

type NewJob = {
  kind: string;
  /** identifies the job together with its kind, for example an order's id */
  subject: string;
  payload?: Record<string, unknown>;
  /** time of the first try in ms; at once if absent */
  runAt?: number;
};

const insertJobs = insertion("job", (insert) =>
  insert.onConflict((conflict) => conflict.columns(["kind", "subject"]).doNothing()),
);

/**
 * Adds a job that runs after the commit of `tx`, unless a job of this kind and subject exists
 * already.
 */
export const enqueue = (tx: Tx, job: NewJob, now: number): Promise<void> => enqueueAll(tx, [job], now);

/** Adds several jobs in one statement; `jobs` may not be empty. */
export async function enqueueAll(tx: Tx, jobs: readonly NewJob[], now: number): Promise<void> {
  const rows = jobs.map(({ kind, subject, payload = {}, runAt }) => ({
    id: newRowId(),
    kind,
    subject,
    payload: JSON.stringify(payload),
    run_at: runAt ?? now,
    created_at: now,
    done_at: null,
    request_id: currentRequestId() ?? null,
  }));
  await insertJobs(tx, rows);
}
