import type { Db, Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Cents } from "../money.ts";
import { findLedger, findOrderRow, insertLedger, insertOrderEvent } from "./queries.ts";
import {
  capturedAmount,
  capturedEntries,
  type MoneyState,
  moneyState,
  placedEntries,
  refundedAmount,
  refundedEntries,
  type Sums,
  voidedEntries,
} from "./rules/ledger.ts";

/** Every movement of an order's money is booked here, in the transaction that moves it (I8). */
export const bookPlaced = (tx: Tx, orderId: string, sums: Sums, now: number): Promise<void> =>
  insertLedger(tx, orderId, "placed", placedEntries(sums), now);

/** `amount` is what the gateway took; throws when a capture was booked before. */
export async function bookCaptured(tx: Tx, orderId: string, amount: Cents, now: number): Promise<void> {
  await insertLedger(tx, orderId, "captured", capturedEntries(amount), now);
  await insertOrderEvent(tx, orderId, "captured", "", now);
}

/** The authorisation was voided. An attempt that never became an order has no ledger. */
export async function bookVoided(tx: Tx, orderId: string, now: number): Promise<void> {
  const order = await findOrderRow(tx, orderId);
  if (!order) return;
  await insertLedger(tx, orderId, "voided", voidedEntries(order), now);
  await insertOrderEvent(tx, orderId, "voided", "", now);
}

const refundEvent = (refund: string) => `refunded:${refund}`;

/** `refund` is the name that `bookRefunded` was given. */
export const isRefundBooked = async (reader: Db | Tx, orderId: string, refund: string): Promise<boolean> =>
  (await findLedger(reader, orderId)).some(({ event }) => event === refundEvent(refund));

/** `refund` names this one refund among the order's. Throws when refunds would exceed captures. */
export async function bookRefunded(tx: Tx, orderId: string, refund: string, amount: Cents, now: number): Promise<MoneyState> {
  const order = await findOrderRow(tx, orderId);
  if (!order) throw new Error("a refund needs its order");
  const before = refundedAmount(await findLedger(tx, orderId));
  if (before + amount > order.total) throw new Error("a refund may not exceed what was paid");
  await insertLedger(tx, orderId, refundEvent(refund), refundedEntries(order, before, amount), now);
  await insertOrderEvent(tx, orderId, "refunded", "", now);
  await enqueue(tx, { kind: "refunded-mail", subject: refund, payload: { orderId, amount } }, now);
  return await moneyStateOf(tx, orderId);
}

/** What was captured of an order and not refunded: all that can be refunded. */
export async function refundableAmount(reader: Db | Tx, orderId: string): Promise<Cents> {
  const ledger = await findLedger(reader, orderId);
  return capturedAmount(ledger) - refundedAmount(ledger);
}

/** An order without entries is `paid`: it cost nothing. So is an order that does not exist. */
export const moneyStateOf = async (reader: Db | Tx, orderId: string): Promise<MoneyState> =>
  moneyState(await findLedger(reader, orderId));
