import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import type { Cents } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { type LineProgress, readLineProgress } from "./line-progress.ts";
import { nextEdit } from "./queries/after-sale.ts";
import { findOrderRow } from "./queries.ts";
import { partsLeft, requestOwed } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { shareOf, withinParts } from "./rules/line-shares.ts";
import { leftPlaced } from "./rules/state.ts";
import { refuseOutdated, sumChanged } from "./seen.ts";
import { planTakeOut, type TakenUnits, type TakeOutSums, takeOut } from "./take-out.ts";

/** `quantity` is the number of the line's units that shall remain. */
type EditWish = { orderId: string; lineId: string; quantity: number; seen?: number | undefined };

/**
 * `shown`: the sums that the page showed before the edit; undefined for a command, which shows
 * none.
 */
type EditInput = EditWish & { actor: Actor; shown?: EditSums | undefined };

/**
 * `amount` is subtracted from the order's total. `refund` is the charged amount to return, else 0.
 */
export type EditSums = { amount: Cents; refund: Cents };

export type EditPreview = EditSums & { removed: number; name: string; total: Cents };

/**
 * `total` is the order's total after the edit. `refund` is the refund's key; undefined without a
 * refund.
 */
export type EditResult = { removed: number; name: string; amount: Cents; total: Cents; refund: string | undefined };

/**
 * Lowers the quantity of a line before the order ships, and restocks the units. Their net and tax
 * are not captured, or are refunded if already charged. Shipping, a gift and the promo's discount
 * on the other units do not change. Before anything has shipped, refuses an edit that would leave
 * nothing to ship or to pay: such an order has to be canceled.
 */
export const editOrder = (db: Db, input: EditInput, now: number): Promise<Outcome<EditResult>> =>
  transactOutcome(db, async (tx) => {
    const { orderId, actor, seen, shown } = input;
    const n = await nextEdit(tx, orderId);
    const order = await findOrderRow(tx, orderId);
    if (!order) return notFound;
    if (n === undefined) return refuse("order_closed", leftPlaced(order.state));
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    const planned = await planEdit(tx, order, input);
    if (!planned.ok) return planned;
    const { progress, share, amount, refund, total } = planned.value;
    if (shown && (shown.amount !== amount || shown.refund !== refund)) return sumChanged;
    await takeOut(tx, orderId, [{ n, progress, share }], actor, now);
    return ok({ removed: share.units, name: progress.name, amount, total, refund: await requestOwed(tx, orderId, actor, now) });
  });

/** Previews an edit. It writes nothing, and refuses whatever `editOrder` refuses. */
export async function previewEdit(db: Db, wish: EditWish): Promise<Outcome<EditPreview>> {
  const order = await findOrderRow(db, wish.orderId);
  if (!order) return notFound;
  if (order.state !== "placed") return refuse("order_closed", leftPlaced(order.state));
  const outdated = await refuseOutdated(db, wish.orderId, wish.seen);
  if (outdated) return outdated;
  const planned = await planEdit(db, order, wish);
  if (!planned.ok) return planned;
  const { progress, share, amount, refund, total } = planned.value;
  return ok({ removed: share.units, name: progress.name, amount, refund, total });
}

type EditPlan = TakeOutSums & TakenUnits;

/** Plans an edit of a placed order. The plan stays valid under the order's lock. */
async function planEdit(
  reader: Db | Tx,
  order: Row<"orders">,
  { lineId, quantity }: Pick<EditWish, "lineId" | "quantity">,
): Promise<Outcome<EditPlan>> {
  const lineProgress = await readLineProgress(reader, order.id);
  const progress = lineProgress.find(({ line }) => line.id === lineId);
  if (!progress) return refuse("not_found", `The order has no line ${lineId}.`);
  const problem = problemOf(progress, quantity);
  if (problem) return problem;
  const whole = shareOf(progress.unrefunded, progress.kept - quantity);
  // A partly shipped order can't be canceled, so its units can be taken out even if their price was
  // refunded as an amount. The share then has only the money that is left.
  const share = order.shipment_count > 0 ? withinParts(whole, await partsLeft(reader, order.id)) : whole;
  const planned = await planTakeOut(reader, order, lineProgress, [{ progress, share }]);
  return planned.ok ? ok({ ...planned.value, progress, share }) : planned;
}

/** Why a line cannot be lowered to this quantity; undefined if it can. */
function problemOf({ kept, shipped, name }: LineProgress, quantity: number) {
  if (quantity < shipped)
    return refuse("exceeds_order", `${shipped} of “${name}” ${shipped === 1 ? "has" : "have"} shipped already.`);
  if (quantity >= kept)
    return refuse(
      "exceeds_order",
      `The order has ${kept} of “${name}”: enter a lower number, which is how many stay in the order.`,
    );
  return undefined;
}
