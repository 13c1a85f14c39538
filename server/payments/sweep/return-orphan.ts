import { transact } from "../../db/transaction.ts";
import { Refused, RefusedForGood } from "../../jobs/refused.ts";
import type { Cents } from "../../money.ts";
import type { Shop } from "../../shop.ts";
import { type AuthorizationRecord, readDeadlineMs as deadlineMs, readAuthorization } from "../authorization-record.ts";
import type { Gateway, GiveBackResult } from "../gateways/gateway.ts";
import { shopId } from "../queries/identity.ts";
import { findOrphan } from "../queries/orphans.ts";
import { answerOf, refusalIn } from "../refusal.ts";
import { holdsMoney, isUncaptured } from "../rules/sweep.ts";
import { bookAuthorization, bookReturned, endOf } from "./book-returned.ts";

/**
 * Voids or refunds an authorization that paid for no order, and books it. Each call has its own
 * key, so repeating it after an interruption (K8) moves no more money.
 */
export async function returnOrphan(shop: Shop, ref: string): Promise<void> {
  const { db, gateway, now } = shop;
  const orphan = await findOrphan(db, ref);
  if (!orphan) throw new Error("there is no such authorization");
  if (orphan.state !== "returning") return;
  const authorization = await readAuthorization(gateway, ref);
  const ownShopId = await transact(db, async (tx) => {
    await bookAuthorization(tx, ref, authorization, now());
    return await shopId(tx, now());
  });
  await shop.failpoint("orphan.before");
  const to = await release(gateway, `${ownShopId}-${orphan.id}`, authorization, ref);
  await shop.failpoint("orphan.after");
  await transact(db, (tx) => bookReturned(tx, orphan, { ...authorization, state: to }, now()));
  shop.log.warn({ key: orphan.key, ref, amount: orphan.amount, state: to }, "money without an order was returned");
}

/** Voids held money, and refunds captured money. Another process may already have done this. */
async function release(
  gateway: Gateway,
  id: string,
  authorization: AuthorizationRecord,
  ref: string,
): Promise<"voided" | "refunded"> {
  if (!holdsMoney(authorization)) return endOf(authorization);
  const { state, amountCents, capturedCents, refundedCents } = authorization;
  const isHeld = isUncaptured({ state });
  // The key includes the amount refunded before, so the same key has the same amount.
  const key = isHeld ? `${id}-void` : `${id}-refund-${refundedCents}`;
  const captureRef = isHeld ? null : (authorization.captureRef ?? ref);
  const rest = isHeld ? amountCents : capturedCents - refundedCents;
  return wholeOf(await gateway.giveBack({ key, authRef: ref, captureRef, amountCents: rest, deadlineMs }), rest);
}

function wholeOf(result: GiveBackResult, amountCents: Cents): "voided" | "refunded" {
  if (result.status === "voided" || result.status === "refunded") {
    if (result.amountCents !== amountCents) throw new Error("the gateway moved another amount");
    return result.status;
  }
  const refusal = refusalIn(result);
  const words = answerOf(result);
  if (refusal === undefined) throw new Error(words);
  throw refusal.by === "bank" ? new RefusedForGood(words) : new Refused(words);
}
