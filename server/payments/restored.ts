import type { Db, Tx } from "../db/tables.ts";
import { type Refusal, refuse } from "../outcome.ts";
import { findRestored, moveSweepMark, sweepMark } from "./queries/sweeps.ts";

/**
 * Records that the database was restored. Its payments are compared with the gateway's as soon as
 * the shop runs.
 */
export async function recordRestore(tx: Tx, now: number): Promise<void> {
  await sweepMark(tx, now);
  await moveSweepMark(tx, { restored_at: now });
}

/**
 * Why the owner may not decide refunds now; undefined if nothing is in the way. Refunds made after
 * the backup are unknown before the first sweep: a new refund could get the key of such a refund,
 * and would then move no money.
 */
export async function refuseUncompared(reader: Db | Tx): Promise<Refusal | undefined> {
  if (!(await findRestored(reader))) return undefined;
  return refuse(
    "failed",
    "The database was restored, and its payments have not been compared with the card gateway's yet: refunds made after the backup would be unknown. Run sweep, or compare on the Payments page, and settle what it lists.",
  );
}
