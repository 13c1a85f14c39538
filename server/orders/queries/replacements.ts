import type { Db, Tx } from "../../db/tables.ts";
import { type RelatedOrder, relatedColumns } from "./supplements.ts";

/** Stores the checkout of the phone order that replaces a canceled order. */
export const setReplacedBy = (tx: Tx, orderId: string, checkoutId: string) =>
  tx.updateTable("orders").set({ replaced_by: checkoutId }).where("id", "=", orderId).execute();

/** The canceled order that the phone order of a checkout replaces. */
export const findReplaced = (reader: Db | Tx, checkoutId: string): Promise<RelatedOrder | undefined> =>
  reader.selectFrom("orders").select(relatedColumns).where("replaced_by", "=", checkoutId).executeTakeFirst();

/** The order that the phone order of a checkout became. */
export const findPlaced = (reader: Db | Tx, checkoutId: string): Promise<RelatedOrder | undefined> =>
  reader.selectFrom("orders").select(relatedColumns).where("checkout_id", "=", checkoutId).executeTakeFirst();
