import type { Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { Refused, RefusedForGood } from "../../jobs/refused.ts";
import type { Shop } from "../../shop.ts";
import type { Gateway, Result } from "../gateways/gateway.ts";
import { lockAttempt, moveAttempt } from "../queries/attempts.ts";
import { shopId } from "../queries/identity.ts";
import { findOrphan, findOrphanEntries, insertOrphanEntries, moveOrphan, type Orphan } from "../queries/orphans.ts";
import { answerOf, refusalIn } from "../refusal.ts";
import { entriesTo, standingEvent } from "../rules/orphan-ledger.ts";
import { holdsMoney } from "../rules/sweep.ts";
import { standingDeadlineMs as deadlineMs, readStanding, type Standing } from "../standing.ts";

/**
 * Voids or refunds an authorization that paid for no order, and books it. Each call has a key of its
 * own: repeated after an interruption (K8), it moves no more money.
 */
export async function returnOrphan(shop: Shop, ref: string): Promise<void> {
  const { db, gateway, now } = shop;
  const orphan = await findOrphan(db, ref);
  if (!orphan) throw new Error("there is no such authorization");
  if (orphan.state !== "returning") return;
  const standing = await readStanding(gateway, orphan, now());
  const ownShopId = await transact(db, async (tx) => {
    await bookStanding(tx, ref, standing, now());
    return await shopId(tx, now());
  });
  await shop.failpoint("orphan.before");
  const to = await release(gateway, `${ownShopId}-${orphan.id}`, standing, ref);
  await shop.failpoint("orphan.after");
  await transact(db, (tx) => bookReturned(tx, orphan, { ...standing, state: to }, now()));
  shop.log.warn({ key: orphan.key, ref, amount: orphan.amount, state: to }, "money without an order was returned");
}

/** Voids what is held, and refunds what was captured. Another may have done it meanwhile. */
async function release(gateway: Gateway, id: string, standing: Standing, ref: string): Promise<"voided" | "refunded"> {
  if (!holdsMoney(standing)) return endOf(standing);
  const { state, amountCents, capturedCents, refundedCents, captureRef } = standing;
  if (state === "authorized" && gateway.capabilities.auth) {
    expectApproved(await gateway.void({ key: `${id}-void`, authRef: ref, deadlineMs }));
    return "voided";
  }
  // Where authorizing captures at once, an adapter may still call it authorized.
  const rest = state === "authorized" ? amountCents : capturedCents - refundedCents;
  // What was refunded already is part of the key: the same key has the same amount.
  const result = await gateway.refund({ key: `${id}-refund-${refundedCents}`, captureRef, amountCents: rest, deadlineMs });
  expectApproved(result);
  if (result.status === "approved" && result.amountCents !== rest) throw new Error("the gateway moved another amount");
  return "refunded";
}

/** Of money that has gone back. */
export const endOf = ({ state }: Standing): "voided" | "refunded" => (state === "refunded" ? "refunded" : "voided");

function expectApproved(result: Result): void {
  if (result.status === "approved") return;
  const refusal = refusalIn(result);
  const words = answerOf(result);
  if (refusal === undefined) throw new Error(words);
  throw refusal.by === "bank" ? new RefusedForGood(words) : new Refused(words);
}

/** Of money that has gone back, as `standing` says. False when it is not being returned any more. */
export async function bookReturned(tx: Tx, { ref, attempt_id }: Orphan, standing: Standing, now: number): Promise<boolean> {
  const to = endOf(standing);
  const attempt = attempt_id === null ? undefined : await lockAttempt(tx, attempt_id);
  if (!(await moveOrphan(tx, ref, { from: ["returning"], to, now }))) return false;
  await bookStanding(tx, ref, standing, now);
  if (attempt?.state === "voiding" && attempt.auth_ref === ref) await moveAttempt(tx, attempt.id, { from: "voiding", to, now });
  return true;
}

/** Nothing is written when the ledger has this standing already. */
export async function bookStanding(tx: Tx, ref: string, standing: Standing, now: number): Promise<void> {
  const entries = entriesTo(await findOrphanEntries(tx, ref), standing);
  await insertOrphanEntries(tx, ref, standingEvent(standing), entries, now);
}
