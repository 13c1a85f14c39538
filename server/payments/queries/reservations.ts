import type { Units } from "../../catalog/rules/units.ts";
import { compiled } from "../../db/compiled.ts";
import { insertion } from "../../db/insertion.ts";
import type { CheckoutState, Tx } from "../../db/tables.ts";

const insertRows = insertion("attempt_reservation");
const rowsOf = compiled((tx, [attemptId = ""]) =>
  tx.selectFrom("attempt_reservation").selectAll().where("attempt_id", "=", attemptId),
);

/** Records the units that an attempt holds. The stock itself is reserved elsewhere. */
export const insertReservations = (tx: Tx, attemptId: string, units: readonly Units[]) =>
  insertRows(
    tx,
    units.map(({ variantId, quantity }) => ({ attempt_id: attemptId, variant_id: variantId, quantity })),
  );

/** The units that an attempt held when it began. The rows stay after it is decided. */
export async function findReservations(tx: Tx, attemptId: string): Promise<Units[]> {
  const rows = await rowsOf(tx, [attemptId]);
  return rows.map((row) => ({ variantId: row.variant_id, quantity: row.quantity }));
}

type CheckoutEdge = { from: CheckoutState; to: CheckoutState; now: number; agreed?: { quote_id: string; order_id?: string } };

/** Makes one guarded transition of the checkout. The caller has locked its row. */
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
