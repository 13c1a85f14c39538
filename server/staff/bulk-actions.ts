import type { AnyBulkAction } from "./bulk.ts";
import { undoActions } from "./bulk-undo.ts";
import { shipOrders } from "./order-bulk.ts";
import { changePrices, hideProducts, publishProducts } from "./product-bulk.ts";
import { startPromos, stopPromos } from "./promo-bulk.ts";
import { hideReviews, showReviews } from "./review-bulk.ts";

/** Every action on many records; runs refer to them by name. */
export const bulkActions: readonly AnyBulkAction[] = [
  ...[shipOrders, publishProducts, hideProducts, changePrices],
  ...[startPromos, stopPromos, showReviews, hideReviews],
  ...undoActions,
];
