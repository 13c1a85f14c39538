import type { Db, Row, Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { endJob } from "../jobs/follow.ts";
import { type Cents, dollars } from "../money.ts";
import {
  decideRefund,
  endRefundCall,
  findRefund,
  findRefundLines,
  findRefunds,
  insertRefundLines,
  lockOrder,
  markRefundSent,
  markReturnsRefunded,
} from "./queries/after-sale.ts";
import { findEventsOfKinds, insertOrderEvent } from "./queries/events.ts";
import { settleMeans } from "./queries/means.ts";
import { findLedger, insertLedger } from "./queries.ts";
import { partsOf, refundableParts, requestAmount, requestOwed, requestRest } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import {
  awaitedAmount,
  awaitedEntries,
  capturedAmount,
  capturedEntries,
  divide,
  fitParts,
  isWithoutCard,
  type MoneyState,
  moneyState,
  paidEntries,
  placedEntries,
  receivable,
  refundedAmount,
  refundedEntries,
  remainingParts,
  type Sums,
  sumOf,
  voidedEntries,
} from "./rules/ledger.ts";
import {
  chargeRefusals,
  lapsed,
  type MoneyRefusal,
  refundRefusals,
  refundWaits,
  settledKind,
  settledNote,
} from "./rules/refused-money.ts";

type Refund = Row<"order_refund">;

/**
 * Books a sale. All movements of an order's money are booked in this file, in the transaction that
 * moves it (I8).
 */
export const bookPlaced = (tx: Tx, orderId: string, sums: Sums, now: number): Promise<void> =>
  insertLedger(tx, orderId, "placed", placedEntries(sums), now);

/** Books a sale whose money is awaited by a payment method without a card. */
export const bookAwaited = (tx: Tx, orderId: string, sums: Sums, now: number): Promise<void> =>
  insertLedger(tx, orderId, "placed", awaitedEntries(sums), now);

/** Books money of a locked order that came in without a card, as its payment number `n`. */
export async function bookPaid(tx: Tx, orderId: string, { n, amount }: { n: number; amount: Cents }, now: number): Promise<void> {
  await insertLedger(tx, orderId, `paid:${n}`, paidEntries(amount), now);
  await settleMeans(tx, orderId, now);
}

/**
 * Ends the wait for the money of a locked, canceled order without a card. What was not paid is
 * reversed, and a refund of what was paid is requested.
 */
export async function endAwaited(tx: Tx, orderId: string, now: number): Promise<void> {
  const ledger = await findLedger(tx, orderId);
  const awaited = awaitedAmount(ledger);
  if (awaited > 0) await insertLedger(tx, orderId, "voided", voidedEntries(divide(remainingParts(ledger), awaited)), now);
  await settleMeans(tx, orderId, now);
  await requestRest(tx, orderId, "shop", now);
}

/**
 * Books a capture of `amount` by the gateway. Requests a refund of the amount that edits took off
 * meanwhile. Throws if a capture was booked before.
 */
export async function bookCaptured(tx: Tx, orderId: string, amount: Cents, now: number): Promise<void> {
  await lockOrder(tx, orderId);
  await insertLedger(tx, orderId, "captured", capturedEntries(amount), now);
  await insertOrderEvent(tx, orderId, { kind: "captured", actor: "shop" }, now);
  await requestOwed(tx, orderId, "shop", now);
}

/**
 * Locks an order until the transaction ends. The order has to be locked before its payment attempt.
 */
export const lockMoney = async (tx: Tx, orderId: string): Promise<void> => void (await lockOrder(tx, orderId));

/** Cents still to be paid after edits; undefined for a canceled order. Keeps the order locked. */
export async function amountToPay(tx: Tx, orderId: string): Promise<Cents | undefined> {
  const order = await lockOrder(tx, orderId);
  if (order?.state === "canceled") return undefined;
  return receivable(await findLedger(tx, orderId));
}

/**
 * Records that the authorisation lapsed before it could be captured; books nothing. For a canceled
 * order it ends the capture job instead.
 */
export async function recordLapsed(tx: Tx, orderId: string, now: number): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order?.state === "canceled") await endJob(tx, { kind: "capture", subject: orderId }, now);
  else await insertOrderEvent(tx, orderId, { kind: lapsed, actor: "gateway" }, now);
}

/**
 * Records in the history that a charge was refused, once per reason in a row. Skips an order that
 * was canceled meanwhile, since its authorization may be voided already.
 */
export async function recordChargeRefused(tx: Tx, orderId: string, { by, code }: MoneyRefusal, now: number): Promise<void> {
  if ((await lockOrder(tx, orderId))?.state === "canceled") return;
  const kind = chargeRefusals[by];
  const last = (await findEventsOfKinds(tx, orderId, Object.values(chargeRefusals))).at(-1);
  if (last?.kind !== kind || last.note !== code) await insertOrderEvent(tx, orderId, { kind, note: code, actor: "gateway" }, now);
}

/** Books a voided authorisation. An attempt that never became an order has no ledger. */
export async function bookVoided(tx: Tx, orderId: string, now: number): Promise<void> {
  if (!(await lockOrder(tx, orderId))) return;
  await insertLedger(tx, orderId, "voided", voidedEntries(remainingParts(await findLedger(tx, orderId))), now);
  await insertOrderEvent(tx, orderId, { kind: "voided", actor: "shop" }, now);
}

export const refundEvent = (key: string) => `refunded:${key}`;

type RefundJob = { orderId: string; key: string; amount: Cents };

/**
 * Whether a refund still has to be made, as far as this is known before its payment is locked. If
 * the job comes from the shop's last release, which did not request refunds, the refund is
 * requested here. Throws if the amount exceeds the paid amount.
 */
export async function isRefundDue(tx: Tx, { orderId, key, amount }: RefundJob, now: number): Promise<boolean> {
  await lockOrder(tx, orderId);
  const refund = await findRefund(tx, key);
  if (refund) return refund.state === "requested";
  if ((await findLedger(tx, orderId)).some(({ event }) => event === refundEvent(key))) return false;
  await requestAmount(tx, { orderId, key, amount, actor: "shop" }, now);
  return true;
}

/** The actor and the note of a refund by other means than the card. */
export type Settlement = { actor: Actor; note: string };

/**
 * Books a requested refund. Either the gateway returned the money under its reference `ref`, or the
 * owner paid it in another way (`settlement`) and the gateway keeps the money. Throws if the refund
 * was booked before.
 */
export async function bookRefunded(
  tx: Tx,
  orderId: string,
  key: string,
  now: number,
  ref?: string,
  settlement?: Settlement,
): Promise<MoneyState> {
  await lockOrder(tx, orderId);
  const refund = await findRefund(tx, key);
  if (!refund) throw new Error("a refund is booked that nobody requested");
  if (refund.state === "requested" && refund.amount > (await balanceOf(tx, orderId)))
    throw new Error("more would be refunded than is left of the order");
  // A refund made at the gateway meanwhile may have used up a part.
  const ledger = await findLedger(tx, orderId);
  const parts = fitParts(partsOf(refund), remainingParts(ledger));
  const id = newId();
  const decision = { state: "refunded", ...parts, ref, settled_event: settlement ? id : null } as const;
  if (!(await decideRefund(tx, key, decision, now))) throw new Error("a refund was decided before");
  // Any refund of the order also settles returned units whose own refund was withdrawn.
  const withdrawn = (await findRefunds(tx, orderId)).filter(({ state }) => state === "withdrawn");
  await markReturnsRefunded(tx, [key, ...withdrawn.map((each) => each.key)], now);
  await insertLedger(tx, orderId, refundEvent(key), refundedEntries(parts, isWithoutCard(ledger) ? "manual" : "gateway"), now);
  const done = settlement
    ? { id, kind: settledKind, note: settledNote(refund.amount, settlement.note), actor: settlement.actor }
    : { id, kind: "refunded" as const, note: dollars(refund.amount), actor: refund.actor as Actor };
  await insertOrderEvent(tx, orderId, done, now);
  await enqueue(tx, { kind: "refunded-mail", subject: key, payload: { orderId, amount: refund.amount } }, now);
  return await moneyStateOf(tx, orderId);
}

/** Records that a refund is about to be sent to the gateway; false if it is no longer requested. */
export const recordRefundSent = (tx: Tx, key: string, now: number): Promise<boolean> => markRefundSent(tx, key, now);

/**
 * Records that the gateway refused a refund. It stays requested; the history names each reason
 * once.
 */
export async function recordRefundRefused(
  tx: Tx,
  { orderId, key, by, code }: MoneyRefusal & { orderId: string; key: string },
  now: number,
): Promise<void> {
  await lockOrder(tx, orderId);
  const refund = await findRefund(tx, key);
  if (refund?.state !== "requested") return;
  await endRefundCall(tx, key, { refused_by: by, refusal_code: code });
  if (refund.refused_by === by && refund.refusal_code === code) return;
  const note = `${dollars(refund.amount)}, ${code}`;
  await insertOrderEvent(tx, orderId, { kind: refundRefusals[by], note, actor: "gateway" }, now);
}

/**
 * Records that a refund waits for the gateway's settlement. The history names each refund once.
 */
export async function recordRefundWaits(tx: Tx, orderId: string, key: string, now: number): Promise<void> {
  await lockOrder(tx, orderId);
  const refund = await findRefund(tx, key);
  if (refund?.state !== "requested") return;
  await endRefundCall(tx, key);
  const note = `Refund ${refund.n}: ${dollars(refund.amount)} goes out after the card gateway’s next settlement`;
  const known = (await findEventsOfKinds(tx, orderId, [refundWaits])).some((event) => event.note === note);
  if (!known) await insertOrderEvent(tx, orderId, { kind: refundWaits, note, actor: "gateway" }, now);
}

/** The captured amount of an order less its refunds, in cents. */
async function balanceOf(reader: Tx, orderId: string): Promise<Cents> {
  const ledger = await findLedger(reader, orderId);
  return capturedAmount(ledger) - refundedAmount(ledger);
}

/**
 * Withdraws a requested refund that exceeds the balance, because the money went back in another
 * way. Requests a new refund of the amount that is still due. The gateway must not have made the
 * old refund. Tells the owner if the refund was refused, or was requested by the owner or the
 * staff. Returns whether it withdrew the refund.
 */
export async function withdrawUnpayable(tx: Tx, orderId: string, key: string, now: number): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  const refund = await findRefund(tx, key);
  if (!order || refund?.state !== "requested" || refund.amount <= (await balanceOf(tx, orderId))) return false;
  await withdraw(tx, refund, now);
  const nextKey = await (order.state === "canceled" ? requestRest : requestOwed)(tx, orderId, "shop", now);
  const due = nextKey === undefined ? await dueOf(tx, refund) : 0;
  if (nextKey === undefined && due === 0) await markReturnsRefunded(tx, [key], now);
  await tellWithdrawn(tx, refund, { anew: nextKey, due }, now);
  return true;
}

async function withdraw(tx: Tx, refund: Refund, now: number): Promise<void> {
  const { order_id: orderId, key, amount } = refund;
  await decideRefund(tx, key, { state: "withdrawn", ...partsOf(refund) }, now);
  await insertOrderEvent(tx, orderId, { kind: "refund withdrawn", note: dollars(amount), actor: "shop" }, now);
}

/** `anew`: the key of the new refund request; `due`: cents due that no request covers. */
async function tellWithdrawn(
  tx: Tx,
  { key, actor, refused_by }: Refund,
  rest: { anew?: string | undefined; due?: Cents },
  now: number,
): Promise<void> {
  const isAwaited = actor === "owner" || actor.startsWith("staff:") || refused_by !== null;
  if (isAwaited) await enqueue(tx, { kind: "overdue-notice", subject: key, payload: { withdrawn: key, ...rest } }, now);
}

/**
 * Cents of a withdrawn refund that can still be refunded, less all refunds made since its request.
 */
async function dueOf(tx: Tx, { order_id, amount, requested_at }: Refund): Promise<Cents> {
  const refunds = await findRefunds(tx, order_id);
  const since = refunds.filter(({ state, decided_at }) => state === "refunded" && (decided_at ?? 0) >= requested_at);
  const back = since.reduce((sum, refund) => sum + refund.amount, 0);
  return Math.max(0, Math.min(amount - back, sumOf(await refundableParts(tx, order_id))));
}

/**
 * Withdraws a refused refund and moves its units to `newRefund`, the gateway’s own refund of the
 * same amount.
 */
export async function replaceRefused(tx: Tx, refused: Refund, newRefund: Pick<Refund, "n">, now: number): Promise<void> {
  const lines = (await findRefundLines(tx, refused.order_id)).filter(({ n }) => n === refused.n);
  await insertRefundLines(
    tx,
    lines.map((line) => ({ ...line, n: newRefund.n })),
  );
  await withdraw(tx, refused, now);
  await tellWithdrawn(tx, refused, {}, now);
  await endJob(tx, { kind: "refund", subject: refused.key }, now);
}

/** Withdraws every unpayable refund of a locked order, except refunds sent to the gateway. */
export async function withdrawAllUnpayable(tx: Tx, orderId: string, now: number): Promise<void> {
  for (const { key, sent_at } of await findRefunds(tx, orderId))
    if (sent_at === null && (await withdrawUnpayable(tx, orderId, key, now)))
      await endJob(tx, { kind: "refund", subject: key }, now);
}

/** A free order has no entries and is `paid`. An unknown order is `paid` as well. */
export const moneyStateOf = async (reader: Db | Tx, orderId: string): Promise<MoneyState> =>
  moneyState(await findLedger(reader, orderId));
