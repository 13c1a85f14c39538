import type { AnyBulkAction } from "./bulk.ts";
import { shipOrders } from "./order-bulk.ts";

/** Every action on many records; runs name them. */
export const bulkActions: readonly AnyBulkAction[] = [shipOrders];
