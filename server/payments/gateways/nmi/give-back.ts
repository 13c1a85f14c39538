import type { Cents } from "../../../money.ts";
import {
  type GiveBackResult,
  type GivenBackResult,
  notSent,
  refusedCall,
  type TooEarly,
  type Unknown,
  unanswered,
} from "../gateway.ts";
import type { KeylessGateway, ReferencedTransaction } from "../keyless.ts";
import type { NmiTransaction } from "./answers.ts";
import { type FoundPayment, findPayment } from "./look-up.ts";
import { isRefund, refundOf, voidedCents } from "./records.ts";
import { refundFields, voidFields } from "./requests.ts";
import { resultAt, resultOf } from "./results.ts";
import type { NmiLine } from "./service.ts";
import { conditions } from "./verdicts.ts";

type GiveBackCall = Parameters<KeylessGateway["giveBack"]>[0];

/**
 * Voids a payment as long as it is not settled, and refunds it afterwards. What stands in the
 * records already is not sent again.
 */
export async function giveBack(line: NmiLine, money: GiveBackCall, now: number): Promise<GiveBackResult> {
  const found = await findPayment(line, money.authRef);
  if ("status" in found) return found.status === "not_found" ? refusedCall("no_such_authorization") : notSent;
  if (found.record.state === "voided") return takenBack(found.record, "voided", voidedCents(found.payment));
  if (found.record.state === "declined") return refusedCall("no_such_authorization");
  return money.captureRef === null ? release(line, found) : returnCaptured(line, found, money, now);
}

/** Lets go of money that was not captured. */
async function release(line: NmiLine, { record }: FoundPayment): Promise<GiveBackResult> {
  return record.state === "authorized" ? voidPayment(line, record.ref, record.amountCents) : refusedCall("already_captured");
}

async function returnCaptured(
  line: NmiLine,
  { payment, record, refunds }: FoundPayment,
  money: GiveBackCall,
  now: number,
): Promise<GiveBackResult> {
  const { reference, authRef, amountCents } = money;
  if (record.state === "authorized") return refusedCall("not_captured");
  const isSettled = conditions[payment.condition] === "settled";
  const made = isSettled ? await findRefund(line, reference, authRef, refunds) : undefined;
  if (made?.status === "unknown") return notSent;
  if (made) return takenBack(made, "refunded", made.amountCents);
  if (amountCents > record.capturedCents - record.refundedCents) return refusedCall("amount_exceeds_capture");
  if (isSettled) return refund(line, money);
  return amountCents === record.capturedCents ? voidPayment(line, authRef, amountCents) : tooEarly(now);
}

/** The refund of this reference, among a payment's refunds or elsewhere in the records. */
async function findRefund(
  line: NmiLine,
  reference: string,
  authRef: string,
  refunds: readonly NmiTransaction[],
): Promise<ReferencedTransaction | Unknown | undefined> {
  const linked = refunds.filter(({ order_id }) => order_id === reference);
  const named = linked.length > 0 ? undefined : await line.query({ order_id: reference });
  if (named?.status === "unknown") return named;
  const own = [...linked, ...(named?.transactions.filter(isRefund) ?? [])];
  const records = own.map((refund) => refundOf(refund, authRef));
  if (records.includes(undefined)) return unanswered("undecided");
  return records.find((record) => record?.state === "refunded");
}

async function voidPayment(line: NmiLine, authRef: string, amountCents: Cents): Promise<GiveBackResult> {
  const result = resultAt(authRef, await line.transact(voidFields(authRef)), amountCents);
  return result.status === "approved" ? { ...result, status: "voided" } : result;
}

async function refund(line: NmiLine, { reference, authRef, amountCents }: GiveBackCall): Promise<GiveBackResult> {
  const result = resultOf(await line.transact(refundFields(authRef, amountCents, reference)), amountCents);
  return result.status === "approved" ? { ...result, status: "refunded" } : result;
}

const takenBack = (
  { ref, avs, cvv, brand, last4, retryable }: ReferencedTransaction,
  status: GivenBackResult["status"],
  amountCents: Cents,
): GivenBackResult => ({ status, ref, amountCents, code: "approved", avs, cvv, brand, last4, retryable });

/** NMI settles once a day, at an hour that it does not tell: 03:00 UTC is a guess. */
function tooEarly(now: number): TooEarly {
  const night = new Date(now).setUTCHours(3, 0, 0, 0);
  const until = night > now ? night : night + 86_400_000;
  return { ...refusedCall("not_settled"), status: "too_early", until };
}
