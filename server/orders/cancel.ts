import type { Units } from "../catalog/rules/units.ts";
import { restock } from "../catalog/stock.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { endJob } from "../jobs/follow.ts";
import type { Cents } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { endAddressRequest } from "./address-request.ts";
import { endAwaited } from "./ledger.ts";
import { readLineProgress } from "./line-progress.ts";
import { findEdits, lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findOrderMeans } from "./queries/means.ts";
import { cancelPlaced } from "./queries/states.ts";
import { findLedger, findOrderLines, findOrderRow } from "./queries.ts";
import { refundableParts } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { awaitedAmount, capturedAmount, moneyState, sumOf } from "./rules/ledger.ts";
import { notCancelable } from "./rules/state.ts";
import { exchangedNote, type replacedNote, unpaidNote } from "./rules/words.ts";
import { refuseOutdated, sumChanged } from "./seen.ts";

/**
 * Releases the use of a promo in the transaction that cancels. The caller passes this function,
 * since orders do not know checkouts.
 */
export type ReleasePromoUse = (tx: Tx, checkoutId: string) => Promise<void>;

export type CancelResult = { id: string; number: number };

/**
 * Cancels a customer's unshipped order. Stock and promo are released at once; a job returns the
 * money after the commit.
 */
export const cancelOrder = (
  db: Db,
  { customerId, orderId }: { customerId: string; orderId: string },
  now: number,
  giveUseBack: ReleasePromoUse,
): Promise<Outcome<CancelResult>> =>
  transactOutcome(db, async (tx) => {
    const order = await findOrderRow(tx, orderId);
    if (order?.customer_id !== customerId) return notFound;
    return await cancel(tx, order, { by: "by the shopper", actor: "shopper", now, giveUseBack });
  });

/** Cancels an order for the shop, by the same rules. */
export const cancelForShop = (
  db: Db,
  orderId: string,
  now: number,
  giveUseBack: ReleasePromoUse,
  actor: Actor = "owner",
  agreed?: CancelAgreement,
): Promise<Outcome<CancelResult>> =>
  transactOutcome<Outcome<CancelResult>>(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const preview = agreed && (await planCancelation(tx, order, agreed.seen));
    if (preview?.ok === false) return preview;
    if (preview && preview.value.refund + preview.value.released !== agreed?.shown) return sumChanged;
    return await cancel(tx, order, { by: agreed?.note ?? "by the shop", actor, now, giveUseBack });
  });

/**
 * `seen`: the number of decisions about the order that the page showed; another number means that
 * the page is outdated. `shown`: the refund that the page showed, in cents. `note`: the note of the
 * cancelation; usually it says “by the shop”.
 */
type CancelAgreement = { seen?: number | undefined; shown: Cents; note?: typeof replacedNote };

/**
 * What a cancelation does. `lines` are the units that are restocked. `released` is the hold on the
 * card that ends, and `refund` is the charged amount that is returned; both are in cents.
 */
export type CancelationPreview = { lines: readonly { name: string; units: number }[]; released: Cents; refund: Cents };

/** Previews a cancelation. It writes nothing, and refuses whatever `cancelForShop` refuses. */
export async function previewCancelation(
  db: Db,
  { orderId, seen }: { orderId: string; seen?: number | undefined },
): Promise<Outcome<CancelationPreview>> {
  const order = await findOrderRow(db, orderId);
  return order ? await planCancelation(db, order, seen) : notFound;
}

async function planCancelation(
  reader: Db | Tx,
  { id, state, total, shipment_count }: Row<"orders">,
  seen: number | undefined,
): Promise<Outcome<CancelationPreview>> {
  if (state !== "placed" || shipment_count > 0) return refuse("order_closed", notCancelable(state));
  const outdated = await refuseOutdated(reader, id, seen);
  if (outdated) return outdated;
  const ledger = await findLedger(reader, id);
  const isHeld = moneyState(ledger) === "authorized";
  const lineProgress = await readLineProgress(reader, id);
  return ok({
    lines: lineProgress.filter(({ kept }) => kept > 0).map(({ name, kept }) => ({ name, units: kept })),
    released: isHeld ? total : 0,
    refund: awaitedAmount(ledger) > 0 ? capturedAmount(ledger) : sumOf(await refundableParts(reader, id)),
  });
}

/** Cancels a locked order whose term has passed without any payment. False if it has changed. */
export const cancelUnpaid = async (tx: Tx, order: Row<"orders">, now: number, giveUseBack: ReleasePromoUse): Promise<boolean> =>
  (await cancel(tx, order, { by: unpaidNote, actor: "shop", now, giveUseBack })).ok;

/** Cancels a locked order whose units are all given back by an exchange. */
export const cancelForExchange = (tx: Tx, order: Row<"orders">, input: Omit<CancelInput, "by">): Promise<Outcome<CancelResult>> =>
  cancel(tx, order, { by: exchangedNote, ...input });

type CancelInput = { by: string; actor: Actor; now: number; giveUseBack: ReleasePromoUse };

/** Locks in the order of docs/checkout.md: first the order's row, then promo and variants. */
async function cancel(
  tx: Tx,
  order: Row<"orders">,
  { by, actor, now, giveUseBack }: CancelInput,
): Promise<Outcome<CancelResult>> {
  const { id, number, checkout_id: checkoutId, total } = order;
  if (!(await cancelPlaced(tx, id, now))) {
    const current = await findOrderRow(tx, id);
    return current ? refuse("order_closed", notCancelable(current.state)) : notFound;
  }
  await endAddressRequest(tx, id, now);
  await giveUseBack(tx, checkoutId);
  await restock(tx, await unitsToShip(tx, id), id, now);
  await insertOrderEvent(tx, id, { kind: "canceled", note: by, actor }, now);
  // A capture that is running is not stopped here. It either finds the order canceled and ends, or
  // its charge is voided or refunded.
  await endJob(tx, { kind: "capture", subject: id }, now);
  // Whether to void or to refund is decided when the job runs: a capture may be in progress.
  if (await findOrderMeans(tx, id)) await endAwaited(tx, id, now);
  else if (total > 0) await enqueue(tx, { kind: "void", subject: id, payload: { orderId: id } }, now);
  await enqueue(tx, { kind: "canceled-mail", subject: id }, now);
  return ok({ id, number });
}

/**
 * Units of each line that no edit took out. Units that an edit took out are already in stock again.
 */
async function unitsToShip(tx: Tx, orderId: string): Promise<Units[]> {
  const edits = await findEdits(tx, orderId);
  const removed = (lineId: string) =>
    edits.reduce((sum, { line_id, quantity }) => (line_id === lineId ? sum + quantity : sum), 0);
  const lines = await findOrderLines(tx, orderId);
  return lines.map(({ id, variant_id, quantity }) => ({ variantId: variant_id, quantity: quantity - removed(id) }));
}
