import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newRowId } from "../ids.ts";
import { allocate, type Cents, dollars } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { type LineProgress, readLineProgress } from "./line-progress.ts";
import { insertEdit, lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { settleMeans } from "./queries/means.ts";
import { findOrderRow, insertLedger } from "./queries.ts";
import { owedAfter, partsLeft, requestOwed } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { editedEntries } from "./rules/ledger.ts";
import { discountShares, type LineShare } from "./rules/line-shares.ts";
import { leftPlaced } from "./rules/state.ts";
import { discountKind } from "./rules/words.ts";
import { refuseOutdated, sumChanged } from "./seen.ts";
import { enqueueEditEmail, numberEdit, presentTotal } from "./take-out.ts";

/** A discount on an order's products, in whole percent or in cents. The shopper sees the reason. */
export type OrderDiscount = { kind: "percent" | "amount"; amount: number; reason: string };

type DiscountWish = { orderId: string; discount: OrderDiscount; seen: number };

/** `shown`: the sums that the page showed, to which the staff agreed. */
type DiscountInput = DiscountWish & { actor: Actor; shown: { amount: Cents; refund: Cents } };

/**
 * What a discount would do, in cents. `net` and `tax` are taken off the order; `amount` is their
 * sum, and `refund` is the part of `amount` that was charged already. `total` is the order's total
 * afterwards.
 */
export type DiscountPreview = { net: Cents; tax: Cents; amount: Cents; refund: Cents; total: Cents; reason: string };

type LineDiscount = { progress: LineProgress; share: LineShare };
type DiscountPlan = DiscountPreview & { lines: readonly LineDiscount[] };

/**
 * Takes a discount and its share of the tax off the products of an order that has not shipped in
 * full. Shipping does not change. The amount is not charged, or refunded if charged already.
 * Refuses a discount that would leave nothing to pay. Emails the shopper.
 */
export const discountOrder = (db: Db, input: DiscountInput, now: number): Promise<Outcome<{ amount: Cents; total: Cents }>> =>
  transactOutcome(db, async (tx) => {
    const { orderId, actor, shown } = input;
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const planned = await planDiscount(tx, order, input);
    if (!planned.ok) return planned;
    const { amount, refund, total } = planned.value;
    if (shown.amount !== amount || shown.refund !== refund) return sumChanged;
    await record(tx, orderId, planned.value, actor, now);
    await requestOwed(tx, orderId, actor, now);
    return ok({ amount, total });
  });

/** Previews a discount. Writes nothing, and refuses whatever `discountOrder` refuses. */
export async function previewDiscount(db: Db, wish: DiscountWish): Promise<Outcome<DiscountPreview>> {
  const order = await findOrderRow(db, wish.orderId);
  if (!order) return notFound;
  const planned = await planDiscount(db, order, wish);
  if (!planned.ok) return planned;
  const { lines: _, ...preview } = planned.value;
  return ok(preview);
}

/** Plans a discount. The plan stays valid under the order's lock. */
async function planDiscount(
  reader: Db | Tx,
  order: Row<"orders">,
  { discount, seen }: Pick<DiscountWish, "discount" | "seen">,
): Promise<Outcome<DiscountPlan>> {
  if (order.state !== "placed") return refuse("order_closed", leftPlaced(order.state));
  const outdated = await refuseOutdated(reader, order.id, seen);
  if (outdated) return outdated;
  const priced = (await readLineProgress(reader, order.id)).filter(({ unrefunded }) => unrefunded.net > 0);
  const left = await partsLeft(reader, order.id);
  const most = Math.min(left.products, sumOf(priced.map(({ unrefunded }) => unrefunded)).net);
  const off = centsOf(discount, most);
  if (!off.ok) return off;
  const shares = discountShares(
    priced.map(({ unrefunded }) => unrefunded),
    off.value,
  );
  let taxLeft = Math.max(0, left.tax);
  const lines = priced.flatMap((progress, at): LineDiscount[] => {
    const { net, tax } = shares[at] ?? { net: 0, tax: 0 };
    // A refund by amount may already have returned a part of the tax.
    const share = { units: 0, net, tax: Math.min(tax, taxLeft) };
    taxLeft -= share.tax;
    return net > 0 ? [{ progress, share }] : [];
  });
  const { net, tax } = sumOf(lines.map(({ share }) => share));
  const amount = net + tax;
  if (amount >= left.products + left.shipping + left.tax) return nothingToPay;
  const refund = await owedAfter(reader, order.id, lines.flatMap(entriesOf));
  const total = (await presentTotal(reader, order)) - amount;
  return ok({ net, tax, amount, refund, total, reason: discount.reason, lines });
}

const nothingToPay = refuse("exceeds_order", "A discount can’t cover the whole order. Cancel the order, or refund it.");

/** The discount in cents, of at most `most`. */
function centsOf({ kind, amount }: OrderDiscount, most: Cents): Outcome<Cents> {
  if (most <= 0) return refuse("exceeds_order", "Nothing is left to pay for the products, so there is nothing to discount.");
  if (kind === "amount" && amount > most)
    return refuse("exceeds_order", `The products of this order cost ${dollars(most)}: the discount can’t be more.`);
  const [part = 0] = kind === "percent" ? allocate(most, [amount, 100 - amount]) : [amount];
  return part > 0 ? ok(part) : refuse("exceeds_order", "This discount is less than one cent.");
}

const sumOf = (shares: readonly LineShare[]): Pick<LineShare, "net" | "tax"> =>
  shares.reduce((all, { net, tax }) => ({ net: all.net + net, tax: all.tax + tax }), { net: 0, tax: 0 });

const entriesOf = ({ share: { net, tax } }: LineDiscount) => editedEntries({ gross: 0, discount: 0 - net, tax });

/** Records a planned discount on a locked, placed order: an edit for each line, and one event. */
async function record(tx: Tx, orderId: string, { lines, reason }: DiscountPlan, actor: Actor, now: number): Promise<void> {
  const event = newRowId();
  await insertOrderEvent(tx, orderId, { id: event, kind: discountKind, note: reason, actor }, now);
  const numbers: number[] = [];
  for (const line of lines) {
    const n = await numberEdit(tx, orderId);
    const { net, tax } = line.share;
    const share = { line_id: line.progress.line.id, quantity: 0, net, tax };
    await insertEdit(tx, { order_id: orderId, n, ...share, actor, at: now, discount_event: event });
    await insertLedger(tx, orderId, `edited:${n}`, entriesOf(line), now);
    numbers.push(n);
  }
  await settleMeans(tx, orderId, now);
  await enqueueEditEmail(tx, orderId, numbers, now);
}
