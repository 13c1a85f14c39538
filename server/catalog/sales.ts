import type { Tx } from "../db/tables.ts";
import { updateProduct } from "./queries/goods.ts";

export type Sales = { units90: number; views30: number };

/** popular = 4 × units in 90 days + views in 30 days (decisions §7). */
export const popularity = ({ units90, views30 }: Sales): number => 4 * units90 + views30;

/** Sets what a product sold and how often it was looked at. */
export const setSales = (tx: Tx, productId: string, sales: Sales): Promise<void> =>
  updateProduct(tx, productId, { units_90: sales.units90, views_30: sales.views30, popularity: popularity(sales) });
