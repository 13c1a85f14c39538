import type { GatewayState } from "../../rules/sweep.ts";
import { type AuthorizeResult, type GiveBack, type GiveBackResult, notSent, refusedCall, unanswered } from "../gateway.ts";
import type { Details } from "./answers.ts";
import type { Ask } from "./ask.ts";
import { last4Of } from "./findings.ts";
import { totalOf } from "./lookup.ts";
import { centsOf, type DetailedTransaction, isDisputed, isSettled, kindOf, recordOf, stateOf } from "./records.ts";
import { refundCall, voidCall } from "./requests.ts";
import { findByRef, findRefunds } from "./search.ts";
import { send } from "./send.ts";

type Money = Omit<GiveBack, "key"> & { reference: string };

/** Why money cannot go back that was never held or captured, or has gone back. */
const refusals: Partial<Record<GatewayState, string>> = {
  voided: "already_voided",
  declined: "no_such_authorization",
  expired: "authorization_expired",
};

/** Looks up a payment and voids or refunds it. */
export async function giveBack(ask: Ask, money: Money, now: number): Promise<GiveBackResult> {
  const found = await findByRef(ask, money.authRef);
  if (!found.arrived) return notSent;
  if (!found.body || kindOf(found.body.details) !== "authorize") return refusedCall("no_such_authorization");
  const { details } = found.body;
  const state = stateOf("authorize", details.transactionStatus);
  if (state === undefined) return notSent;
  const refusal = refusals[state] ?? captureRefusal(money, state);
  if (refusal !== undefined) return refusedCall(refusal);
  if (state !== "captured") return release(ask, money, details, centsOf(details.authAmount));
  return isSettled(details) ? refund(ask, money, details, now) : releaseCapture(ask, money, details, now);
}

/** A payment is released without its capture, and returned with it. */
function captureRefusal({ captureRef }: Money, state: GatewayState): string | undefined {
  if (captureRef === null) return state === "captured" ? "already_captured" : undefined;
  return state === "captured" ? undefined : "no_such_capture";
}

/** Before it is settled, a captured payment can only go back as a whole. */
function releaseCapture(ask: Ask, money: Money, details: Details, now: number): Promise<GiveBackResult> | GiveBackResult {
  const capturedCents = centsOf(details.settleAmount);
  if (money.amountCents > capturedCents) return refusedCall("amount_exceeds_capture");
  if (money.amountCents === capturedCents) return release(ask, money, details, capturedCents);
  return { ...refusedCall("not_settled"), status: "too_early", until: nextSettlement(now) };
}

/**
 * The coming 03:00 UTC. The merchant chooses when the gateway settles each day, and the API does
 * not tell; most leave it at an hour of the American evening.
 */
function nextSettlement(now: number): number {
  const tonight = new Date(now).setUTCHours(3, 0, 0, 0);
  return tonight > now ? tonight : tonight + 24 * 3_600_000;
}

async function release(ask: Ask, { reference, authRef }: Money, details: Details, cents: number): Promise<GiveBackResult> {
  const result = await send(ask, voidCall(reference, authRef), { amountCents: cents, authRef });
  return givenBack(result, "voided", details);
}

async function refund(ask: Ask, money: Money, details: Details, now: number): Promise<GiveBackResult> {
  const refunds = await findRefunds(ask, details, now);
  if (!refunds.arrived) return notSent;
  const made = refunds.body.find((found) => isSentAs(found, money.reference));
  if (made) return recorded(made, money.reference);
  if (isDisputed(details.transactionStatus)) return refusedCall("disputed");
  if (totalOf(refunds.body) + money.amountCents > centsOf(details.settleAmount)) return refusedCall("amount_exceeds_capture");
  const last4 = last4Of(details.payment?.creditCard?.cardNumber);
  if (last4 === null) return refusedCall("not_refundable");
  const { reference, authRef, amountCents } = money;
  const result = await send(ask, refundCall(reference, authRef, amountCents, last4), { amountCents, authRef });
  return givenBack(result, "refunded", details);
}

const isSentAs = ({ refId, details }: DetailedTransaction, reference: string) =>
  (refId ?? details.order?.invoiceNumber) === reference;

/** A refund that was made under this very reference before. */
function recorded(found: DetailedTransaction, reference: string): GiveBackResult {
  const record = recordOf(found, { reference, refundedCents: 0 });
  if (record?.state !== "refunded") return unanswered("undecided");
  const { ref, amountCents, code, avs, cvv, brand, last4 } = record;
  return { status: "refunded", ref, amountCents, code, avs, cvv, brand, last4, retryable: false };
}

/** A refund that the gateway holds for review has neither happened nor failed. */
function givenBack(result: AuthorizeResult, status: "voided" | "refunded", details: Details): GiveBackResult {
  if (result.status === "held") return unanswered("held_for_review");
  if (result.status !== "approved") return result;
  return { ...result, status, last4: result.last4 ?? last4Of(details.payment?.creditCard?.cardNumber) };
}
