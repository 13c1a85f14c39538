import type { Tx } from "../../db/tables.ts";
import { lockAttempt, moveAttempt } from "../queries/attempts.ts";
import { findOrphanEntries, insertOrphanEntries, moveOrphan, type Orphan } from "../queries/orphans.ts";
import { entriesTo, standingEvent } from "../rules/orphan-ledger.ts";
import type { AuthorizationStanding } from "../standing.ts";

/** The end state of money that went back. */
export const endOf = ({ state }: AuthorizationStanding): "voided" | "refunded" => (state === "refunded" ? "refunded" : "voided");

/** Books money that went back, by its `standing`. False if it is not being returned any more. */
export async function bookReturned(
  tx: Tx,
  { ref, attempt_id }: Orphan,
  standing: AuthorizationStanding,
  now: number,
): Promise<boolean> {
  const to = endOf(standing);
  const attempt = attempt_id === null ? undefined : await lockAttempt(tx, attempt_id);
  if (!(await moveOrphan(tx, ref, { from: ["returning"], to, now }))) return false;
  await bookStanding(tx, ref, standing, now);
  if (attempt?.state === "voiding" && attempt.auth_ref === ref) await moveAttempt(tx, attempt.id, { from: "voiding", to, now });
  return true;
}

/** Books the entries of a standing; writes nothing if the ledger has it already. */
export async function bookStanding(tx: Tx, ref: string, standing: AuthorizationStanding, now: number): Promise<void> {
  const entries = entriesTo(await findOrphanEntries(tx, ref), standing);
  await insertOrphanEntries(tx, ref, standingEvent(standing), entries, now);
}
