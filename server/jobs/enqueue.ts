import type { Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";

type NewJob = {
  kind: string;
  /** with the kind, what the job is unique by, such as an order's id */
  subject: string;
  payload?: Record<string, unknown>;
  /** ms; at once when absent */
  runAt?: number;
};

/**
 * Adds a job that runs after the commit of `tx`. Where one of the same kind and subject exists,
 * nothing is added.
 */
export async function enqueue(tx: Tx, { kind, subject, payload = {}, runAt }: NewJob, now: number): Promise<void> {
  const row = {
    id: newId(),
    kind,
    subject,
    payload: JSON.stringify(payload),
    run_at: runAt ?? now,
    created_at: now,
    done_at: null,
  };
  await tx
    .insertInto("job")
    .values(row)
    .onConflict((conflict) => conflict.columns(["kind", "subject"]).doNothing())
    .execute();
}
