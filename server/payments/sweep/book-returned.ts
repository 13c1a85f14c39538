import type { Tx } from "../../db/tables.ts";
import type { AuthorizationRecord } from "../authorization-record.ts";
import { lockAttempt, moveAttempt } from "../queries/attempts.ts";
import { findOrphanEntries, insertOrphanEntries, moveOrphan, type Orphan } from "../queries/orphans.ts";
import { authorizationEvent, entriesTo } from "../rules/orphan-ledger.ts";

/** The end state of money that went back. */
export const endOf = ({ state }: AuthorizationRecord): "voided" | "refunded" => (state === "refunded" ? "refunded" : "voided");

/**
 * Books returned money by the gateway's record. Returns false if the orphan is no longer in the
 * state `returning`.
 */
export async function bookReturned(
  tx: Tx,
  { ref, attempt_id }: Orphan,
  authorization: AuthorizationRecord,
  now: number,
): Promise<boolean> {
  const to = endOf(authorization);
  const attempt = attempt_id === null ? undefined : await lockAttempt(tx, attempt_id);
  if (!(await moveOrphan(tx, ref, { from: ["returning"], to, now }))) return false;
  await bookAuthorization(tx, ref, authorization, now);
  if (attempt?.state === "voiding" && attempt.auth_ref === ref) await moveAttempt(tx, attempt.id, { from: "voiding", to, now });
  return true;
}

/** Books the gateway's record of an authorization; writes nothing if the ledger has its amounts. */
export async function bookAuthorization(tx: Tx, ref: string, authorization: AuthorizationRecord, now: number): Promise<void> {
  const entries = entriesTo(await findOrphanEntries(tx, ref), authorization);
  await insertOrphanEntries(tx, ref, authorizationEvent(authorization), entries, now);
}
