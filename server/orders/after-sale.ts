import type { Db, Row, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { type LineProgress, readLineProgress } from "./line-progress.ts";
import { findEdits, findRefunds, findReturns } from "./queries/after-sale.ts";
import { findEventNote } from "./queries/events.ts";
import { findReaddresses } from "./queries/readdress.ts";
import { findShipments } from "./queries/shipments.ts";
import { type ReturnRequest, returnRequestsOf } from "./return-requests.ts";

export type AfterSale = {
  lines: readonly LineProgress[];
  edits: readonly Row<"order_edit">[];
  /** including withdrawn refunds */
  refunds: readonly Row<"order_refund">[];
  returns: readonly Row<"order_return">[];
  /** returns that the shopper asked for */
  requests: readonly ReturnRequest[];
  /** when the latest parcel shipped; null if no shipment is recorded */
  lastShipmentAt: number | null;
  /** the amount by which edits lowered the order's total */
  takenOff: Cents;
  /** the discounts among the edits, oldest first */
  discounts: readonly LaterDiscount[];
  /** the amounts by which shipping and tax fell when the order went to another state */
  cheaper: { shipping: Cents; tax: Cents };
  /** the refunded amount */
  refunded: Cents;
  /** the part of `refunded` that was paid by other means than the card */
  settled: Cents;
  /** the amount requested, and not refused so far */
  onItsWay: Cents;
  /** the amount requested, and refused so far */
  refused: Cents;
};

/** An amount that edits took off an order's total, and the tax in it. */
type TakenOff = { amount: Cents; tax: Cents };

/** A discount after the sale, including tax. The reason is empty once the order is erased. */
export type LaterDiscount = TakenOff & { reason: string };

/** Whether the bank or the gateway has refused this requested refund so far. */
export const isRefused = ({ state, refused_by }: Row<"order_refund">): boolean => state === "requested" && refused_by !== null;

/** An order's total after edits and changes of state. */
export const totalNow = (total: Cents, { takenOff, cheaper }: Pick<AfterSale, "takenOff" | "cheaper">): Cents =>
  total - takenOff - cheaper.shipping - cheaper.tax;

/** An order's tax after edits and changes of state. */
export const taxNow = (tax: Cents, { edits, cheaper }: Pick<AfterSale, "edits" | "cheaper">): Cents =>
  tax - takenOffBy(edits).tax - cheaper.tax;

/** The amount that these edits took off an order's total. */
const takenOffBy = (edits: readonly Pick<Row<"order_edit">, "net" | "tax">[]): TakenOff =>
  edits.reduce((sums, { net, tax }) => ({ amount: sums.amount + net + tax, tax: sums.tax + tax }), { amount: 0, tax: 0 });

/** Reads what happened to an order after it was placed. */
export async function afterSaleOf(reader: Db | Tx, orderId: string): Promise<AfterSale> {
  const edits = await findEdits(reader, orderId);
  const refunds = await findRefunds(reader, orderId);
  const readdresses = await findReaddresses(reader, orderId);
  const amountOf = (counts: (refund: Row<"order_refund">) => boolean) =>
    refunds.reduce((sum, refund) => (counts(refund) ? sum + refund.amount : sum), 0);
  const lines = await readLineProgress(reader, orderId);
  const returns = await findReturns(reader, orderId);
  return {
    lines,
    edits,
    refunds,
    returns,
    requests: await returnRequestsOf(reader, orderId, { lines, returns }),
    lastShipmentAt: (await findShipments(reader, orderId)).at(-1)?.at ?? null,
    takenOff: takenOffBy(edits).amount,
    cheaper: {
      shipping: readdresses.reduce((sum, { shipping }) => sum + shipping, 0),
      tax: readdresses.reduce((sum, { tax }) => sum + tax, 0),
    },
    discounts: await discountsOf(reader, edits),
    refunded: amountOf(({ state }) => state === "refunded"),
    settled: amountOf(({ state, settled_event }) => state === "refunded" && settled_event !== null),
    onItsWay: amountOf(({ state, refused_by }) => state === "requested" && refused_by === null),
    refused: amountOf(isRefused),
  };
}

/** The discounts among edits, each with its reason. */
export async function discountsOf(reader: Db | Tx, edits: readonly Row<"order_edit">[]): Promise<LaterDiscount[]> {
  const discounts: LaterDiscount[] = [];
  for (const [event, shares] of Map.groupBy(edits, ({ discount_event }) => discount_event)) {
    if (event === null) continue;
    discounts.push({ ...takenOffBy(shares), reason: (await findEventNote(reader, event)) ?? "" });
  }
  return discounts;
}

/** Splits what edits took off an order into discounts and units taken out. */
export const takenApart = ({ edits }: Pick<AfterSale, "edits">) => ({
  discounted: takenOffBy(edits.filter(({ discount_event }) => discount_event !== null)),
  takenOut: takenOffBy(edits.filter(({ discount_event }) => discount_event === null)),
});
