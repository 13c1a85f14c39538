import { restock } from "../catalog/stock.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Cents } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { completeIfShipped } from "./fulfil.ts";
import { type LineStanding, lineStandings } from "./line-standings.ts";
import { findEdits, insertEdit, nextEdit } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findOrderRow, insertLedger } from "./queries.ts";
import { owedAfter, partsLeft, requestOwed } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { editedEntries } from "./rules/ledger.ts";
import { type LineShare, shareOf, totalAfter } from "./rules/line-shares.ts";
import { leftPlaced } from "./rules/state.ts";
import { refuseOutdated, sumChanged } from "./seen.ts";

/** How many units of a line remain. */
type EditWish = { orderId: string; lineId: string; quantity: number; seen?: number | undefined };

/** `shown`: the sums that whoever asks for it agreed to; undefined for a command, which shows none. */
type EditInput = EditWish & { actor: Actor; shown?: EditSums | undefined };

/** What an edit takes off the order's total, and what of the payment goes back, where it was charged. */
export type EditSums = { amount: Cents; refund: Cents };

export type EditPreview = EditSums & { removed: number; name: string; total: Cents };

/** `total` is the order's after the edit; `refund` the key of what goes back, where it was charged. */
export type Edited = { removed: number; name: string; amount: Cents; total: Cents; refund: string | undefined };

/**
 * Lowers the quantity of a line before the order ships. The units go back into stock; their net and
 * tax are captured less, or refunded where they were charged. Shipping, the promo's discount on the
 * rest and a gift stay as the shopper was granted them. Refused for what would leave nothing to
 * ship or to pay: that is a cancelation.
 */
export const editOrder = (db: Db, input: EditInput, now: number): Promise<Outcome<Edited>> =>
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
    const { standing, share, amount, refund, total } = planned.value;
    if (shown && (shown.amount !== amount || shown.refund !== refund)) return sumChanged;
    await write(tx, { orderId, n, standing, removed: share, actor }, now);
    await completeIfShipped(tx, orderId, actor, now);
    return ok({ removed: share.units, name: standing.name, amount, total, refund: await requestOwed(tx, orderId, actor, now) });
  });

/** What an edit would do now. It writes nothing, and is refused as the edit would be. */
export async function previewEdit(db: Db, wish: EditWish): Promise<Outcome<EditPreview>> {
  const order = await findOrderRow(db, wish.orderId);
  if (!order) return notFound;
  if (order.state !== "placed") return refuse("order_closed", leftPlaced(order.state));
  const outdated = await refuseOutdated(db, wish.orderId, wish.seen);
  if (outdated) return outdated;
  const planned = await planEdit(db, order, wish);
  if (!planned.ok) return planned;
  const { standing, share, amount, refund, total } = planned.value;
  return ok({ removed: share.units, name: standing.name, amount, refund, total });
}

type EditPlan = EditSums & { standing: LineStanding; share: LineShare; total: Cents };

/** What an edit of a placed order takes out; under the order's lock it stays so. */
async function planEdit(
  reader: Db | Tx,
  order: Row<"orders">,
  { lineId, quantity }: Pick<EditWish, "lineId" | "quantity">,
): Promise<Outcome<EditPlan>> {
  const standings = await lineStandings(reader, order.id);
  const standing = standings.find(({ line }) => line.id === lineId);
  if (!standing) return refuse("not_found", `The order has no line ${lineId}.`);
  const problem = problemOf(standings, standing, quantity);
  if (problem) return problem;
  const share = shareOf(standing.unrefunded, standing.kept - quantity);
  const amount = share.net + share.tax;
  const total = totalAfter(order.total, await findEdits(reader, order.id)) - amount;
  if (order.total > 0 && total <= 0) return cancelInstead;
  const remainder = await partsLeft(reader, order.id);
  if (share.net > remainder.products || share.tax > remainder.tax) return refundedAlready;
  const refund = await owedAfter(reader, order.id, entriesOf(standing, share));
  return ok({ standing, share, amount, total, refund });
}

const entriesOf = ({ line }: LineStanding, { units, net, tax }: LineShare) => {
  const gross = line.unit_price * units;
  return editedEntries({ gross, discount: gross - net, tax });
};

const cancelInstead = refuse("exceeds_order", "Nothing would be left of the order: cancel it instead.");
const refundedAlready = refuse(
  "exceeds_order",
  "More of the payment was refunded than this would leave to pay: cancel the order instead.",
);

/** Why so few units of a line cannot stay; undefined when they can. */
function problemOf(standings: readonly LineStanding[], standing: LineStanding, quantity: number) {
  const { line, kept, shipped, unrefunded, name } = standing;
  if (quantity < shipped)
    return refuse("exceeds_order", `${shipped} of “${name}” ${shipped === 1 ? "has" : "have"} shipped already.`);
  if (quantity >= kept) return refuse("exceeds_order", `The order has ${kept} of “${name}”: an edit only lowers that.`);
  const sold = standings.reduce((units, each) => (each.line.gift === 0 ? units + each.kept : units), 0);
  if (line.gift === 0 && sold === kept - quantity) return cancelInstead;
  if (kept - quantity <= unrefunded.units) return undefined;
  const back = kept - unrefunded.units;
  return refuse("exceeds_order", `${back} of “${name}” ${back === 1 ? "was" : "were"} refunded already and cannot be taken out.`);
}

type Edit = { orderId: string; n: number; standing: LineStanding; removed: LineShare; actor: Actor };

async function write(tx: Tx, { orderId, n, standing, removed, actor }: Edit, now: number): Promise<void> {
  const { line, name } = standing;
  const { units, net, tax } = removed;
  await insertEdit(tx, { order_id: orderId, n, line_id: line.id, quantity: units, net, tax, actor, at: now });
  await insertLedger(tx, orderId, `edited:${n}`, entriesOf(standing, removed), now);
  await restock(tx, [{ variantId: line.variant_id, quantity: units }], orderId, now);
  await insertOrderEvent(tx, orderId, { kind: "edited", note: `${units} × ${name}`, actor }, now);
  await enqueue(tx, { kind: "edited-mail", subject: `${orderId}-e${n}`, payload: { orderId, n } }, now);
}
