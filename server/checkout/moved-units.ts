import type { Tx } from "../db/tables.ts";
import { type CheckoutRow, wentInto } from "./find.ts";
import { unitsIn } from "./units.ts";

/**
 * The bought units that a cart adds to the target it moves into. If the cart is a copy whose
 * original is already in the target, only the units beyond the original's are added. Such a copy
 * exists if a page of another origin is still used after its cart was taken over.
 */
export async function unitsToMove(tx: Tx, from: CheckoutRow, targetId: string): Promise<Map<string, number>> {
  const units = await unitsIn(tx, [from.id]);
  if (from.copiedFrom === undefined || !(await wentInto(tx, from.copiedFrom, targetId))) return units;
  for (const [variantId, quantity] of await unitsIn(tx, [from.copiedFrom]))
    units.set(variantId, (units.get(variantId) ?? 0) - quantity);
  return new Map([...units].filter(([, quantity]) => quantity > 0));
}
