import type { Db, Tx } from "../db/tables.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { countLow } from "./queries/low-stock.ts";
import {
  addMovements,
  changeStock,
  findAnyPublished,
  findUnitsLeft,
  findVariantStock,
  lockVariants,
  type StockChange,
} from "./queries/stock.ts";
import { fullName } from "./rules/product.ts";
import { shortageText } from "./rules/shortage.ts";
import { type Units, unitsByVariant } from "./rules/units.ts";

/** On hand less reserved; 0 if the variant is not for sale. */
export const unitsLeft = (reader: Db, variantId: string): Promise<number> => findUnitsLeft(reader, variantId);

/** Whether shoppers see any product. */
export const hasPublishedProduct = (db: Db): Promise<boolean> => findAnyPublished(db);

/** How many variants for sale are low or out of stock; up to 1000. */
export const countLowStock = (db: Db): Promise<number> => countLow(db, 1000);

/**
 * Reserves units for a payment. A refusal names the product; the caller's transaction then rolls
 * back earlier reservations.
 */
export async function reserve(tx: Tx, units: readonly Units[]): Promise<Outcome<void>> {
  for (const { variantId, quantity } of unitsByVariant(units)) {
    if (await changeStock(tx, { variantId, reserved: quantity, forSale: true })) continue;
    return await shortage(tx, variantId);
  }
  return { ok: true, value: undefined };
}

async function shortage(tx: Tx, variantId: string): Promise<Outcome<void>> {
  const variant = await findVariantStock(tx, variantId);
  if (!variant) return refuse("out_of_stock", "One of these items is no longer available.");
  const name = fullName(variant.productName, variant.variantName);
  const remaining = variant.forSale ? variant.left : 0;
  return refuse("out_of_stock", shortageText(remaining, `“${name}”`));
}

/** Locks variants in the order of their ids, for a transaction that sells some and restocks others. */
export const lockStock = (tx: Tx, variantIds: readonly string[]): Promise<void> => lockVariants(tx, [...new Set(variantIds)]);

/** Ends the reservation of units, which can then be bought again. */
export const release = (tx: Tx, units: readonly Units[]): Promise<void> =>
  change(tx, units, ({ variantId, quantity }) => ({ variantId, reserved: -quantity }));

/** Takes reserved units out of the stock for an order. */
export async function sell(tx: Tx, units: readonly Units[], orderId: string, now: number): Promise<void> {
  await change(tx, units, ({ variantId, quantity }) => ({ variantId, reserved: -quantity, onHand: -quantity }));
  await recordMovements(tx, units, "sold", orderId, now);
}

/** Returns the units of a canceled order to the stock. */
export async function restock(tx: Tx, units: readonly Units[], orderId: string, now: number): Promise<void> {
  await change(tx, units, ({ variantId, quantity }) => ({ variantId, onHand: quantity }));
  await recordMovements(tx, units, "restocked", orderId, now);
}

async function change(tx: Tx, units: readonly Units[], changeOf: (units: Units) => StockChange): Promise<void> {
  for (const each of unitsByVariant(units))
    if (!(await changeStock(tx, changeOf(each))))
      throw new Error(`variant ${each.variantId} does not hold ${each.quantity} units`);
}

function recordMovements(
  tx: Tx,
  units: readonly Units[],
  kind: "sold" | "restocked",
  orderId: string,
  at: number,
): Promise<void> {
  const sign = kind === "sold" ? -1 : 1;
  const rows = unitsByVariant(units).map(({ variantId, quantity }) => ({ variantId, kind, units: sign * quantity, orderId, at }));
  return addMovements(tx, rows);
}
