import { restock } from "../catalog/stock.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Cents } from "../money.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { completeIfShipped } from "./fulfil.ts";
import type { LineProgress } from "./line-progress.ts";
import { findEdits, insertEdit, nextEdit } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { settleMeans } from "./queries/means.ts";
import { findReaddresses } from "./queries/readdress.ts";
import { insertLedger } from "./queries.ts";
import { owedAfter, partsLeft } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { editedEntries } from "./rules/ledger.ts";
import { type LineShare, reductionsOf, totalAfter } from "./rules/line-shares.ts";

/** Unshipped units of a line, with their share of its money. */
export type TakenUnits = { progress: LineProgress; share: LineShare };

/**
 * `amount` is subtracted from an order's total, `refund` is the charged amount to return, and
 * `total` is the new total.
 */
export type TakeOutSums = { amount: Cents; refund: Cents; total: Cents };

const cancelInstead = refuse("exceeds_order", "Nothing would be left of the order: cancel it instead.");
const refundedAlready = refuse(
  "exceeds_order",
  "More of the payment was refunded than this would leave to pay: cancel the order instead.",
);

/**
 * Plans taking units out of a placed order. The plan stays valid under the order's lock. Refuses if
 * an order that can still be canceled would have nothing left to ship or to pay.
 */
export async function planTakeOut(
  reader: Db | Tx,
  order: Row<"orders">,
  lineProgress: readonly LineProgress[],
  units: readonly TakenUnits[],
): Promise<Outcome<TakeOutSums>> {
  const isCancelable = order.shipment_count === 0;
  if (isCancelable && isLastSold(lineProgress, units)) return cancelInstead;
  const beyond = units.find(({ progress, share }) => share.units > progress.unrefunded.units);
  if (beyond) return refundedUnits(beyond);
  const net = sumOf(units, "net");
  const tax = sumOf(units, "tax");
  const total = (await presentTotal(reader, order)) - net - tax;
  if (isCancelable && order.total > 0 && total <= 0) return cancelInstead;
  const remainder = await partsLeft(reader, order.id);
  if (net > remainder.products || tax > remainder.tax) return refundedAlready;
  const refund = await owedAfter(reader, order.id, units.flatMap(entriesOf));
  return ok({ amount: net + tax, refund, total });
}

/** A locked order's total after its edits and changes of state. */
export const presentTotal = async (reader: Db | Tx, { id, total }: Row<"orders">): Promise<Cents> =>
  totalAfter(total, [...(await findEdits(reader, id)), ...reductionsOf(await findReaddresses(reader, id))]);

const sumOf = (units: readonly TakenUnits[], part: keyof LineShare): number =>
  units.reduce((sum, { share }) => sum + share[part], 0);

function isLastSold(lineProgress: readonly LineProgress[], units: readonly TakenUnits[]): boolean {
  const sold = lineProgress.reduce((units, { line, kept }) => (line.gift === 0 ? units + kept : units), 0);
  const takenUnits = sumOf(
    units.filter(({ progress }) => progress.line.gift === 0),
    "units",
  );
  return takenUnits > 0 && sold === takenUnits;
}

/** Refunded units cannot be taken out as well. */
function refundedUnits({ progress: { name, kept, unrefunded } }: TakenUnits) {
  const back = kept - unrefunded.units;
  return refuse("exceeds_order", `${back} of “${name}” ${back === 1 ? "was" : "were"} refunded already and cannot be taken out.`);
}

const entriesOf = ({ progress: { line }, share: { units, net, tax } }: TakenUnits) => {
  const gross = line.unit_price * units;
  return editedEntries({ gross, discount: gross - net, tax });
};

/** An edit changes one line; `n` is its number. */
type Edit = TakenUnits & { n: number };

/**
 * Takes planned units out of a locked, placed order, restocks them, and emails the shopper once.
 */
export async function takeOut(tx: Tx, orderId: string, edits: readonly Edit[], actor: Actor, now: number): Promise<void> {
  for (const edit of edits) await record(tx, orderId, edit, actor, now);
  await enqueueEditEmail(
    tx,
    orderId,
    edits.map(({ n }) => n),
    now,
  );
  const units = edits.map(({ progress, share }) => ({ variantId: progress.line.variant_id, quantity: share.units }));
  await restock(tx, units, orderId, now);
  await completeIfShipped(tx, orderId, actor, now);
}

async function record(tx: Tx, orderId: string, edit: Edit, actor: Actor, now: number): Promise<void> {
  const { n, progress, share } = edit;
  const { units, net, tax } = share;
  await insertEdit(tx, { order_id: orderId, n, line_id: progress.line.id, quantity: units, net, tax, actor, at: now });
  await insertLedger(tx, orderId, `edited:${n}`, entriesOf(edit), now);
  await settleMeans(tx, orderId, now);
  await insertOrderEvent(tx, orderId, { kind: "edited", note: `${units} × ${progress.name}`, actor }, now);
}

/**
 * Enqueues one email about all edits, named after the last; `from` is the first. Under the order's
 * lock their numbers are consecutive.
 */
export async function enqueueEditEmail(tx: Tx, orderId: string, numbers: readonly number[], now: number): Promise<void> {
  const from = Math.min(...numbers);
  const n = Math.max(...numbers);
  await enqueue(tx, { kind: "edited-mail", subject: `${orderId}-e${n}`, payload: { orderId, n, from } }, now);
}

/** The number of the next edit of a locked, placed order. */
export async function numberEdit(tx: Tx, orderId: string): Promise<number> {
  const n = await nextEdit(tx, orderId);
  if (n === undefined) throw new Error("a locked order has left its state");
  return n;
}
