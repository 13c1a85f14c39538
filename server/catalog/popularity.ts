import type { Tx } from "../db/tables.ts";
import { updateProduct } from "./queries/product-rows.ts";
import { addMovements } from "./queries/stock.ts";
import { unitsByVariant } from "./rules/units.ts";

export type SalesAndViews = { units90: number; views30: number };

/** popular = 4 × units in 90 days + views in 30 days. */
export const popularity = ({ units90, views30 }: SalesAndViews): number => 4 * units90 + views30;

/** Sets a product's sales and views. */
export const setSalesAndViews = (tx: Tx, productId: string, sales: SalesAndViews): Promise<void> =>
  updateProduct(tx, productId, { units_90: sales.units90, views_30: sales.views30, popularity: popularity(sales) });

/** Units of a variant sold at a time (ms). */
export type PastSale = { variantId: string; units: number; at: number };

/**
 * Records sales from before the shop began, which have no orders. Also records an earlier delivery
 * of as many units, so that the stock stays the same.
 */
export async function addPastSales(tx: Tx, sales: readonly PastSale[]): Promise<void> {
  const first = Math.min(...sales.map(({ at }) => at));
  const came = unitsByVariant(sales.map(({ variantId, units }) => ({ variantId, quantity: units })));
  await addMovements(tx, [
    ...came.map(({ variantId, quantity }) => ({ variantId, kind: "set" as const, units: quantity, at: first })),
    ...sales.map(({ variantId, units, at }) => ({ variantId, kind: "sold" as const, units: -units, at })),
  ]);
}
