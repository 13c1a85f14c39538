import type { Db, Row, Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type Cents, dollars } from "../money.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import {
  findRefund,
  findRefunds,
  findRefusedRefunds,
  insertRefund,
  insertRefundLines,
  lockOrder,
  nextRefund,
} from "./queries/after-sale.ts";
import { findEventNote, insertOrderEvent } from "./queries/events.ts";
import { findLedger } from "./queries.ts";
import type { Actor } from "./rules/actor.ts";
import {
  awaitedAmount,
  capturedAmount,
  divide,
  type Entry,
  isWithoutCard,
  type LedgerEntry,
  less,
  type Parts,
  remainingParts,
  sumOf,
} from "./rules/ledger.ts";
import type { LineShare } from "./rules/line-shares.ts";
import { type MoneyRefusal, settledMeans } from "./rules/refused-money.ts";

export type RefundedLine = LineShare & { lineId: string };

/**
 * The keys of an order's refunds whose money has not moved yet; each has a job of kind `refund`.
 */
export const requestedRefunds = async (reader: Db | Tx, orderId: string): Promise<string[]> =>
  (await findRefunds(reader, orderId)).filter(({ state }) => state === "requested").map(({ key }) => key);

/**
 * The keys of an order's requested refunds that were sent to the gateway and are not answered yet.
 */
export const refundsSent = async (reader: Db | Tx, orderId: string): Promise<string[]> =>
  (await findRefunds(reader, orderId))
    .filter(({ state, sent_at }) => state === "requested" && sent_at !== null)
    .map(({ key }) => key);

/** The refund with this key; undefined if there is none. */
export const refundOfKey = (reader: Db | Tx, key: string): Promise<Row<"order_refund"> | undefined> => findRefund(reader, key);

/**
 * A requested refund that was refused so far, with the refuser and the gateway's code. `n` is its
 * number within the order.
 */
export type RefusedRefund = MoneyRefusal & { orderId: string; number: number; n: number; key: string; amount: Cents; at: number };

/** Requested refunds that were refused, the oldest first. */
export const refusedRefunds = async (reader: Db | Tx, limit: number): Promise<RefusedRefund[]> =>
  (await findRefusedRefunds(reader, limit)).map(
    ({ order_id: orderId, number, n, key, amount, refused_by: by, refusal_code: code, requested_at: at }) => ({
      orderId,
      number,
      n,
      key,
      amount,
      at,
      by: by ?? "gateway",
      code: code ?? "",
    }),
  );

/** A refund by its number within its order. */
export const refundOf = async (reader: Db | Tx, orderId: string, n: number): Promise<Row<"order_refund"> | undefined> =>
  (await findRefunds(reader, orderId)).find((refund) => refund.n === n);

/**
 * How a refund was paid by other means than the card; undefined if it was not. Empty once the
 * order's texts were erased.
 */
export async function meansOfRefund(
  reader: Db | Tx,
  { amount, settled_event }: Pick<Row<"order_refund">, "amount" | "settled_event">,
): Promise<string | undefined> {
  if (settled_event === null) return undefined;
  return settledMeans(amount, (await findEventNote(reader, settled_event)) ?? "");
}

type RefundRequest = {
  orderId: string;
  parts: Parts;
  lines?: readonly RefundedLine[];
  actor: Actor;
  /** `{orderId}-r{n}` when absent */
  key?: string;
};

export const partsOf = ({ products, shipping, tax, owed }: Row<"order_refund">): Parts => ({ products, shipping, tax, owed });

export const nothing: Parts = { products: 0, shipping: 0, tax: 0, owed: 0 };

/**
 * The parts of an order that were paid, and neither returned nor requested back; nothing while a
 * part of the price is still awaited. They stay valid only under the order's lock.
 */
export async function refundableParts(reader: Db | Tx, orderId: string): Promise<Parts> {
  const ledger = await findLedger(reader, orderId);
  return capturedAmount(ledger) === 0 || awaitedAmount(ledger) > 0 ? nothing : await partsLeft(reader, orderId, ledger);
}

/**
 * The parts of an order's total that remain after requested refunds, whether the card was charged
 * or not. `entries` saves a read of the ledger.
 */
export async function partsLeft(reader: Db | Tx, orderId: string, entries?: readonly LedgerEntry[]): Promise<Parts> {
  const ledger = entries ?? (await findLedger(reader, orderId));
  const open = (await findRefunds(reader, orderId)).filter(({ state }) => state === "requested");
  return open.map(partsOf).reduce(less, remainingParts(ledger));
}

/**
 * Cents by which the captured amount would exceed the amount to pay, if these entries were booked.
 */
export async function owedAfter(reader: Db | Tx, orderId: string, entries: readonly Entry[]): Promise<Cents> {
  const ledger = await findLedger(reader, orderId);
  if (capturedAmount(ledger) === 0) return 0;
  const booked = [...ledger, ...entries.map((entry) => ({ ...entry, event: "" }))];
  return Math.max(0, (await partsLeft(reader, orderId, booked)).owed);
}

const refundKey = (orderId: string, n: number): string => `${orderId}-r${n}`;

/** The number in the key of a refund of this order; 0 for any other key. */
export const refundNumberOf = (key: string, orderId: string): number => {
  const n = Number(key.slice(refundKey(orderId, 0).length - 1));
  return Number.isSafeInteger(n) && key === refundKey(orderId, n) ? n : 0;
};

/**
 * Requests a refund. A job makes it after the commit; a refund of an order without a card is paid
 * and recorded by the staff. Returns the refund's key. Refuses more than the refundable rest. The
 * caller holds the order's lock.
 */
export async function requestRefund(tx: Tx, request: RefundRequest, now: number): Promise<Outcome<string>> {
  const { orderId, parts, lines = [], actor } = request;
  const amount = sumOf(parts);
  const n = await nextRefund(tx, orderId, amount);
  if (n === undefined) return refuse("exceeds_order", "That is more than is left to refund.");
  const key = request.key ?? refundKey(orderId, n);
  const decided = { state: "requested", requested_at: now, decided_at: null } as const;
  await insertRefund(tx, { order_id: orderId, n, key, amount, ...parts, actor, ...decided });
  const rows = lines.map(({ lineId, units, net, tax }) => ({ order_id: orderId, n, line_id: lineId, quantity: units, net, tax }));
  await insertRefundLines(tx, rows);
  await insertOrderEvent(tx, orderId, { kind: "refund requested", note: dollars(amount), actor }, now);
  if (!isWithoutCard(await findLedger(tx, orderId)))
    await enqueue(tx, { kind: "refund", subject: key, payload: { orderId, amount } }, now);
  return ok(key);
}

/** Requests a refund of all that is left; returns its key, or undefined if nothing is left. */
export async function requestRest(tx: Tx, orderId: string, actor: Actor, now: number): Promise<string | undefined> {
  await lockOrder(tx, orderId);
  return await requestWhole(tx, orderId, await refundableParts(tx, orderId), actor, now);
}

/** Requests a refund of the captured amount above an edited total; undefined if there is none. */
export async function requestOwed(tx: Tx, orderId: string, actor: Actor, now: number): Promise<string | undefined> {
  const { owed } = await refundableParts(tx, orderId);
  return await requestWhole(tx, orderId, { ...nothing, owed }, actor, now);
}

async function requestWhole(tx: Tx, orderId: string, parts: Parts, actor: Actor, now: number): Promise<string | undefined> {
  if (sumOf(parts) <= 0) return undefined;
  const outcome = await requestRefund(tx, { orderId, parts, actor }, now);
  if (!outcome.ok) throw new Error("what is left of an order could not be refunded");
  return outcome.value;
}

/** Requests a refund of an amount under the caller's key. Throws if the amount exceeds the rest. */
export async function requestAmount(
  tx: Tx,
  { orderId, amount, key, actor }: { orderId: string; amount: Cents; key: string; actor: Actor },
  now: number,
): Promise<void> {
  const parts = divide(await refundableParts(tx, orderId), amount);
  const outcome = await requestRefund(tx, { orderId, parts, key, actor }, now);
  if (!outcome.ok) throw new Error("a refund may not exceed what was paid");
}
