import type { Db, Row, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { cancelForExchange, type ReleasePromoUse } from "./cancel.ts";
import { chooseUnits, type LineProgress, type LineUnits, readLineProgress, toShip } from "./line-progress.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { findOrderRow } from "./queries.ts";
import { partsLeft, requestOwed } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { sumOf } from "./rules/ledger.ts";
import { shareOf, withinParts } from "./rules/line-shares.ts";
import { leftPlaced } from "./rules/state.ts";
import { numberEdit, planTakeOut, type TakenUnits, takeOut } from "./take-out.ts";

/**
 * What an exchange takes out of an order. `amount`, in cents, is what the shopper no longer pays for
 * the order. `isWhole`: nothing would be left, so the order is canceled instead of edited.
 * `variantIds` are the variants that go back into stock.
 */
export type ExchangePlan = {
  order: Row<"orders">;
  units: readonly TakenUnits[];
  amount: Cents;
  isWhole: boolean;
  variantIds: readonly string[];
};

/** The units of a line that an exchange can give back: unshipped, and not a gift. */
export const exchangeable = (progress: LineProgress): number => (progress.line.gift === 1 ? 0 : toShip(progress));

/** Plans giving back units of a placed order. The plan stays valid under the order's lock. */
export async function planExchange(
  reader: Db | Tx,
  orderId: string,
  lines: readonly LineUnits[],
): Promise<Outcome<ExchangePlan>> {
  const order = await findOrderRow(reader, orderId);
  if (!order) return notFound;
  if (order.state !== "placed") return refuse("order_closed", leftPlaced(order.state));
  const lineProgress = await readLineProgress(reader, orderId);
  const chosen = chooseUnits(lineProgress, lines, exchangeable, "left to exchange");
  if (!chosen.ok) return chosen;
  const left = await partsLeft(reader, orderId);
  const units = chosen.value.map(({ progress, units: count }): TakenUnits => {
    const share = shareOf(progress.unrefunded, count);
    return { progress, share: order.shipment_count > 0 ? withinParts(share, left) : share };
  });
  const kept = lineProgress.filter(({ line }) => line.gift === 0).reduce((sum, progress) => sum + progress.kept, 0);
  if (order.shipment_count === 0 && units.reduce((sum, { share }) => sum + share.units, 0) === kept)
    // The gifts of a canceled order go back into stock, too.
    return ok({ order, units, amount: sumOf(left), isWhole: true, variantIds: lineProgress.map(({ line }) => line.variant_id) });
  const planned = await planTakeOut(reader, order, lineProgress, units);
  if (!planned.ok) return planned;
  const variantIds = units.map(({ progress }) => progress.line.variant_id);
  return ok({ order, units, amount: planned.value.amount, isWhole: false, variantIds });
}

/** Plans an exchange after locking its order. */
export async function lockExchange(tx: Tx, orderId: string, lines: readonly LineUnits[]): Promise<Outcome<ExchangePlan>> {
  await lockOrder(tx, orderId);
  return await planExchange(tx, orderId, lines);
}

type ExchangeInput = { actor: Actor; now: number; giveUseBack: ReleasePromoUse };

/**
 * Takes the units of a plan out of the locked order and restocks them; what they cost is not
 * charged, or is refunded. Cancels the order if nothing is left. Returns the number of the
 * edit by line; 0 stands for the cancelation.
 */
export async function applyExchange(
  tx: Tx,
  { order, units, isWhole }: ExchangePlan,
  { actor, now, giveUseBack }: ExchangeInput,
): Promise<{ lineId: string; n: number }[]> {
  const lineIds = units.map(({ progress }) => progress.line.id);
  if (isWhole) {
    const canceled = await cancelForExchange(tx, order, { actor, now, giveUseBack });
    if (!canceled.ok) throw new Error("a locked order has left its state");
    return lineIds.map((lineId) => ({ lineId, n: 0 }));
  }
  const edits = [];
  for (const each of units) edits.push({ ...each, n: await numberEdit(tx, order.id) });
  await takeOut(tx, order.id, edits, actor, now);
  await requestOwed(tx, order.id, actor, now);
  return edits.map(({ n, progress }) => ({ lineId: progress.line.id, n }));
}
