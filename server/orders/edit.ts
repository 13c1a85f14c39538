import { restock } from "../catalog/stock.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Cents } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { completeIfShipped } from "./fulfil.ts";
import { type LineStanding, lineStandings } from "./line-standings.ts";
import { findEdits, insertEdit, nextEdit } from "./queries/after-sale.ts";
import { findOrderRow, insertLedger, insertOrderEvent } from "./queries.ts";
import { partsLeft, requestOwed } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { editedEntries } from "./rules/ledger.ts";
import { type LineShare, shareOf, totalAfter } from "./rules/line-shares.ts";
import { leftPlaced } from "./rules/state.ts";
import { refuseOutdated } from "./seen.ts";

type EditInput = { orderId: string; lineId: string; quantity: number; actor: Actor; seen?: number | undefined };

/** `total` is the order's after the edit; `refund` the key of what goes back, where it was charged. */
export type Edited = { removed: number; name: string; amount: Cents; total: Cents; refund: string | undefined };

/**
 * Lowers the quantity of a line before the order ships. The units go back into stock; their net and
 * tax are captured less, or refunded where they were charged. Shipping, the promo's discount on the
 * rest and a gift stay as the shopper was granted them. Refused for what would leave nothing to
 * ship or to pay: that is a cancelation.
 */
export const editOrder = (db: Db, { orderId, lineId, quantity, actor, seen }: EditInput, now: number): Promise<Outcome<Edited>> =>
  transactOutcome(db, async (tx) => {
    const n = await nextEdit(tx, orderId);
    const order = await findOrderRow(tx, orderId);
    if (!order) return notFound;
    if (n === undefined) return refuse("order_closed", leftPlaced(order.state));
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    const standings = await lineStandings(tx, orderId);
    const standing = standings.find(({ line }) => line.id === lineId);
    if (!standing) return refuse("not_found", `The order has no line ${lineId}.`);
    const problem = problemOf(standings, standing, quantity);
    if (problem) return problem;
    const removed = shareOf(standing.unrefunded, standing.kept - quantity);
    const amount = removed.net + removed.tax;
    const total = totalAfter(order.total, await findEdits(tx, orderId)) - amount;
    if (order.total > 0 && total <= 0) return cancelInstead;
    const remainder = await partsLeft(tx, orderId);
    if (removed.net > remainder.products || removed.tax > remainder.tax) return refundedAlready;
    await write(tx, { orderId, n, standing, removed, actor }, now);
    await completeIfShipped(tx, orderId, actor, now);
    return ok({ removed: removed.units, name: standing.name, amount, total, refund: await requestOwed(tx, orderId, actor, now) });
  });

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
  const gross = line.unit_price * units;
  await insertEdit(tx, { order_id: orderId, n, line_id: line.id, quantity: units, net, tax, actor, at: now });
  await insertLedger(tx, orderId, `edited:${n}`, editedEntries({ gross, discount: gross - net, tax }), now);
  await restock(tx, [{ variantId: line.variant_id, quantity: units }], orderId, now);
  await insertOrderEvent(tx, orderId, { kind: "edited", note: `${units} × ${name}`, actor }, now);
  await enqueue(tx, { kind: "edited-mail", subject: `${orderId}-e${n}`, payload: { orderId, n } }, now);
}
