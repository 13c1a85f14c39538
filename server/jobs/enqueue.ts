import { insertion } from "../db/insertion.ts";
import type { Tx } from "../db/tables.ts";
import { newRowId } from "../ids.ts";
import { currentRequestId } from "../request-id.ts";

type NewJob = {
  kind: string;
  /** makes the job unique together with its kind, such as an order's id */
  subject: string;
  payload?: Record<string, unknown>;
  /** ms; at once if absent */
  runAt?: number;
};

const insertJobs = insertion("job", (insert) =>
  insert.onConflict((conflict) => conflict.columns(["kind", "subject"]).doNothing()),
);

/**
 * Adds a job that runs after the commit of `tx`. If a job of the same kind and subject exists, none
 * is added.
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
