import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { endJob } from "../jobs/follow.ts";
import { type Cents, dollars } from "../money.ts";
import { bookRefunded, lockMoney, moneyStateOf, type Settlement, withdrawUnpayable } from "../orders/ledger.ts";
import { meansOfRefund, refundOf, refundsSent } from "../orders/request-refund.ts";
import type { Actor } from "../orders/rules/actor.ts";
import { refuseOutdated } from "../orders/seen.ts";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../outcome.ts";
import type { Gateway } from "./gateways/gateway.ts";
import { meansOf } from "./other-means.ts";
import { type Attempt, findAttemptOfOrder, lockAttempt, moveAttempt } from "./queries/attempts.ts";
import { findRefunded } from "./queries/audit.ts";
import { refuseUncompared } from "./restored.ts";
import { refundState } from "./rules/attempt.ts";
import { refundPrefix } from "./rules/keys.ts";
import { payTimes } from "./times.ts";

type Refund = Row<"order_refund">;

type SettleInput = {
  orderId: string;
  /** the refund's number within its order */
  n: number;
  /** how it was paid, such as “check 1042”; the shopper reads it */
  note: string;
  actor: Actor;
  seen?: number | undefined;
};

type SettleContext = { db: Db; gateway: Gateway; now: () => number };

/**
 * `by`: whether other means were recorded, or the gateway had made the refund, which was booked
 * instead.
 */
export type SettledRefund = { by: "other means" | "gateway"; amount: Cents };

const noteOf = (text: string) => meansOf(text, "means", "Say how it was paid, such as “check 1042”.");

/** Formats a day. */
type Day = (at: number) => string;

/**
 * Refuses a refund that is over. The refusal says how it ended and, with `day`, when. Undefined if
 * the refund is still to be paid.
 */
async function refuseDecided(reader: Db | Tx, refund: Refund, day?: Day): Promise<Refusal | undefined> {
  const { n, state, decided_at: at } = refund;
  if (state === "requested") return undefined;
  const on = at === null || !day ? "" : ` on ${day(at)}`;
  const means = await meansOfRefund(reader, refund);
  if (state === "withdrawn")
    return refuse("order_closed", `Refund ${n} was withdrawn${on}, since money of this payment had gone back in another way.`);
  if (means === undefined) return refuse("order_closed", `Refund ${n} went back to the card${on}.`);
  const how = means === "" ? "" : ` (${means})`;
  return refuse("order_closed", `Refund ${n} was recorded as paid in another way${how}${on}.`);
}

/**
 * Refuses a refund that is over, before the gateway is asked. The refund is found by its number;
 * not found if it does not exist.
 */
export async function refuseSettled(
  db: Db,
  { orderId, n }: Pick<SettleInput, "orderId" | "n">,
  day?: Day,
): Promise<Refusal | undefined> {
  const refund = await refundOf(db, orderId, n);
  return refund ? await refuseDecided(db, refund, day) : notFound;
}

const wentBack = refuse("order_closed", "This money has gone back to the card already: the refund was withdrawn.");
const underWay = refuse("outcome_unknown", "The card gateway is being asked for this refund right now. Try again in a minute.");
const silent = refuse(
  "unavailable",
  "The card gateway couldn’t be asked whether it has made this refund after all, so nothing was recorded. Try again later.",
);
const unbooked = (amount: Cents) =>
  refuse(
    "outcome_unknown",
    `The card gateway has refunded ${dollars(amount)} of this payment that isn’t booked here yet, so nothing was recorded. Compare the payments with the gateway first.`,
  );

export type SettlementPreview = { n: number; amount: Cents; note: string };

/**
 * Previews the record of a refund that the gateway has not made. Refuses what `settleRefund`
 * refuses without asking the gateway.
 */
export async function previewSettlement(
  db: Db,
  { orderId, n, note: text, seen }: Omit<SettleInput, "actor">,
): Promise<Outcome<SettlementPreview>> {
  const note = noteOf(text);
  if (!note.ok) return note;
  const refusal = (await refuseSettled(db, { orderId, n })) ?? (await refuseOutdated(db, orderId, seen));
  if (refusal) return refusal;
  const refund = await refundOf(db, orderId, n);
  return refund ? ok({ n, amount: refund.amount, note: note.value }) : notFound;
}

/**
 * Records that a requested refund was paid by other means than the card; the refund is not tried
 * again. Asks the gateway first: a refund that it has made is booked instead.
 */
export async function settleRefund({ db, gateway, now }: SettleContext, input: SettleInput): Promise<Outcome<SettledRefund>> {
  const note = noteOf(input.note);
  if (!note.ok) return note;
  const refund = await refundOf(db, input.orderId, input.n);
  const attempt = await findAttemptOfOrder(db, input.orderId);
  if (!refund || !attempt) return notFound;
  const refusal = await refuseDecided(db, refund);
  if (refusal) return refusal;
  if (mayBeUnderWay(refund, now())) return underWay;
  const uncompared = await refuseUncompared(db);
  if (uncompared) return uncompared;
  const gatewayRefund = isManual(attempt) ? ok(undefined) : await madeAtGateway({ db, gateway, now }, { refund, attempt });
  if (!gatewayRefund.ok) return gatewayRefund;
  const settlement = gatewayRefund.value ? undefined : { actor: input.actor, note: note.value };
  const booked = await book({ db, now }, { refund, attempt, ref: gatewayRefund.value?.ref, settlement, seen: input.seen });
  if (!booked.ok || booked.value !== "withdrawn") return booked as Outcome<SettledRefund>;
  return wentBack;
}

/**
 * Whether the gateway may still answer: a call may take its whole deadline, and the answer may be
 * late (K2).
 */
const mayBeUnderWay = ({ sent_at }: Refund, now: number): boolean =>
  sent_at !== null && Math.abs(now - sent_at) < 2 * payTimes.deadline;

const isAnotherSent = async (reader: Db | Tx, { order_id }: Pick<Refund, "order_id">): Promise<boolean> =>
  (await refundsSent(reader, order_id)).length > 0;

/** Whether the order was paid by a payment method without a card, of which no gateway knows. */
const isManual = ({ kind }: Attempt): boolean => kind === "manual";

type PaidRefund = { refund: Refund; attempt: Attempt };
/** The gateway's reference of a refund it has made. */
type RefundReference = { ref: string };

/**
 * Whether the gateway has made the refund. Refuses if the gateway does not say, or has returned
 * more than is booked.
 */
async function madeAtGateway(
  { db, gateway }: SettleContext,
  { refund, attempt }: PaidRefund,
): Promise<Outcome<RefundReference | undefined>> {
  const answer = await findAtGateway(gateway, { refund, attempt });
  if (answer === undefined) return silent;
  if (answer !== "not made") return ok(answer);
  const refundedCents = await refundedThere(gateway, attempt);
  if (refundedCents === undefined) return silent;
  const booked = await refundedAtGateway(db, attempt.order_id);
  return refundedCents > booked ? unbooked(refundedCents - booked) : ok(undefined);
}

/**
 * The refunded cents of a payment in the gateway's records; undefined if the gateway does not say.
 */
async function refundedThere(gateway: Gateway, { auth_ref: ref }: Attempt): Promise<Cents | undefined> {
  if (ref === null) return 0;
  const payment = await gateway.lookup({ ref });
  if (payment.status === "unknown") return undefined;
  return payment.status === "not_found" ? 0 : payment.refundedCents;
}

/** Finds the refund at the gateway by its key. Undefined if the gateway does not say. */
async function findAtGateway(
  gateway: Gateway,
  { refund, attempt }: PaidRefund,
): Promise<RefundReference | "not made" | undefined> {
  const answer = await gateway.lookup({ key: refundPrefix(attempt.key) + refund.key });
  if (answer.status === "unknown") return undefined;
  // After a restore, this key may belong to another refund, booked under the gateway's own key.
  return answer.status === "approved" && answer.amountCents === refund.amount ? { ref: answer.ref } : "not made";
}

/** Cents booked as refunded, except by other means. */
async function refundedAtGateway(reader: Db | Tx, orderId: string): Promise<Cents> {
  return (await findRefunded(reader, [orderId])).get(orderId)?.atGateway ?? 0;
}

type BookRefundInput = PaidRefund & { ref: string | undefined; settlement: Settlement | undefined; seen: number | undefined };

/**
 * Books the refund with the order and the refund's job locked, unless the gateway was asked again
 * since.
 */
const book = (
  { db, now }: Pick<SettleContext, "db" | "now">,
  { refund: paidRefund, attempt, ref, settlement, seen }: BookRefundInput,
): Promise<Outcome<SettledRefund | "withdrawn">> =>
  transactOutcome<Outcome<SettledRefund | "withdrawn">>(db, async (tx) => {
    await lockMoney(tx, paidRefund.order_id);
    const outdated = await refuseOutdated(tx, paidRefund.order_id, seen);
    if (outdated) return outdated;
    const refund = await refundOf(tx, paidRefund.order_id, paidRefund.n);
    if (!refund) return notFound;
    const refusal = await refuseDecided(tx, refund);
    if (refusal) return refusal;
    if (refund.sent_at !== paidRefund.sent_at) return underWay;
    if (!isManual(attempt) && !(await endJob(tx, { kind: "refund", subject: refund.key }, now()))) return underWay;
    const withdrawn = await withdrawUnpayable(tx, refund.order_id, refund.key, now());
    if (!withdrawn) await bookRefunded(tx, refund.order_id, refund.key, now(), ref, settlement);
    await moveOn(tx, attempt, now());
    // This is no refusal, since a refusal would roll back.
    if (withdrawn) return ok("withdrawn");
    return ok({ by: settlement ? "other means" : "gateway", amount: refund.amount });
  });

/**
 * Moves the payment to the state of the order's money. During another refund's gateway call, that
 * refund moves it.
 */
async function moveOn(tx: Tx, { id, order_id }: Attempt, now: number): Promise<void> {
  const state = (await lockAttempt(tx, id))?.state;
  if (state === "captured" || state === "part_refunded") await moveAttempt(tx, id, { from: state, to: "refunding", now });
  else if (state !== "refunding" || (await isAnotherSent(tx, { order_id }))) return;
  await moveAttempt(tx, id, { from: "refunding", to: refundState(await moneyStateOf(tx, order_id)), now });
}
