import type { Units } from "../../catalog/rules/units.ts";
import type { CheckoutState, Tx } from "../../db/tables.ts";

/** Records what an attempt holds; the stock itself is reserved elsewhere. */
export const insertReservations = (tx: Tx, attemptId: string, units: readonly Units[]) =>
  tx
    .insertInto("attempt_reservation")
    .values(units.map(({ variantId, quantity }) => ({ attempt_id: attemptId, variant_id: variantId, quantity })))
    .execute();

/** The units that it held when it began: the rows stay after it is decided. */
export async function findReservations(tx: Tx, attemptId: string): Promise<Units[]> {
  const rows = await tx.selectFrom("attempt_reservation").selectAll().where("attempt_id", "=", attemptId).execute();
  return rows.map((row) => ({ variantId: row.variant_id, quantity: row.quantity }));
}

type CheckoutEdge = { from: CheckoutState; to: CheckoutState; now: number; agreed?: { quote_id: string; order_id?: string } };

/** One guarded transition of the checkout, whose row the caller has locked. */
export async function moveCheckout(
  tx: Tx,
  id: string,
  { from, to, now, agreed = { quote_id: "" } }: CheckoutEdge,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("checkout")
    .set({ ...(agreed.quote_id && agreed), state: to, updated_at: now })
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`a checkout did not go from ${from} to ${to}`);
}
