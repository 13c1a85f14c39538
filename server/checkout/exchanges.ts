import type { Db, Tx } from "../db/tables.ts";
import { type Cents, dollars } from "../money.ts";
import { findExchangeLines, findExchangeRow, insertExchangeRows, markDone, setEdit } from "./queries/exchanges.ts";

/** How long an exchange can be paid after it began, in ms. */
export const exchangeLife = 72 * 3_600_000;

/**
 * A phone order that, once it is paid, gives units of an earlier order back. `amount`, in cents, is
 * what the shopper no longer pays for the earlier order, and `units` names these units.
 */
export type Exchange = {
  orderId: string;
  orderNumber: number;
  units: string;
  amount: Cents;
  lines: readonly { lineId: string; quantity: number }[];
  /** the time in ms from which the exchange can no longer be paid */
  endsAt: number;
};

type NewExchange = Omit<Exchange, "endsAt">;

/** Stores the exchange that a new phone order makes. */
export const beginExchange = (tx: Tx, checkoutId: string, exchange: NewExchange, now: number): Promise<void> => {
  const { orderId, orderNumber, units, amount, lines } = exchange;
  return insertExchangeRows(
    tx,
    { checkout_id: checkoutId, order_id: orderId, order_number: orderNumber, units, amount, begun_at: now, done_at: null },
    lines.map(({ lineId, quantity }) => ({ checkout_id: checkoutId, line_id: lineId, quantity, edit_n: null })),
  );
};

/** The exchange of which this checkout is the phone order; undefined for other checkouts. */
export async function findExchange(reader: Db | Tx, checkoutId: string): Promise<Exchange | undefined> {
  const row = await findExchangeRow(reader, checkoutId);
  if (!row) return undefined;
  const lines = await findExchangeLines(reader, checkoutId);
  return {
    orderId: row.order_id,
    orderNumber: row.order_number,
    units: row.units,
    amount: row.amount,
    lines: lines.map(({ line_id: lineId, quantity }) => ({ lineId, quantity })),
    endsAt: row.begun_at + exchangeLife,
  };
}

/** Records the edits that a paid exchange made; throws if they were recorded before. */
export async function endExchange(
  tx: Tx,
  checkoutId: string,
  edits: readonly { lineId: string; n: number }[],
  now: number,
): Promise<void> {
  if (!(await markDone(tx, checkoutId, now))) throw new Error("an exchange was done before");
  for (const edit of edits) await setEdit(tx, checkoutId, edit);
}

/** Says what an exchange does, to the shopper who is about to pay for it. */
export const exchangeText = ({ orderNumber, units, amount }: Exchange): string =>
  `This is an exchange for your order ${orderNumber}. Once you have paid, we take ${units} out of that order, and you don’t pay ${dollars(amount)} for it: if your card was already charged, we refund it.`;
