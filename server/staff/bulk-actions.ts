import type { AnyBulkAction } from "./bulk.ts";
import { undoRun } from "./bulk-undo.ts";
import { shipOrders } from "./order-bulk.ts";
import { changePrices, hideProducts, publishProducts } from "./product-bulk.ts";

/** Every action on many records; runs name them. */
export const bulkActions: readonly AnyBulkAction[] = [shipOrders, publishProducts, hideProducts, changePrices, undoRun];
