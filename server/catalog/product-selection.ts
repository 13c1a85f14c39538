import type { Db, Tx } from "../db/tables.ts";
import {
  findSelected,
  type ProductSelection,
  type SelectedProduct,
  type SelectionSummary,
  summarizeSelected,
} from "./queries/product-selection.ts";
import { findOpenSchedules } from "./queries/schedules.ts";

export type { ProductSelection, SelectedProduct, SelectionSummary };

/** Up to `limit` of the selected products after an id, in the order of their ids. */
export const selectedProducts = (
  db: Db,
  selection: ProductSelection,
  after: string | undefined,
  limit: number,
): Promise<SelectedProduct[]> => findSelected(db, selection, after, limit);

/**
 * Counts and prices of up to `most` selected products. Products with a lowest price below `floor`
 * (cents) are counted separately.
 */
export const summarizeSelection = (db: Db, selection: ProductSelection, floor: number, most: number): Promise<SelectionSummary> =>
  summarizeSelected(db, selection, floor, most);

/** Whether a scheduled price is active for any of a product's variants. */
export const hasTimedPrice = async (tx: Tx, productId: string): Promise<boolean> =>
  (await findOpenSchedules(tx, productId)).some(({ state }) => state === "active");
