import { hideReviews, showReviews } from "../content/review-bulk.ts";
import { shipOrders } from "../orders/order-bulk.ts";
import { shipParcels } from "../orders/tracking-file.ts";
import { archiveProducts, bringBackProducts, changePrices, hideProducts, publishProducts } from "../products/product-bulk.ts";
import { startPromos, stopPromos } from "../selling/promo-bulk.ts";
import type { AnyBulkAction } from "./bulk.ts";
import { undoActions } from "./bulk-undo.ts";

/** Every action on many records; runs refer to them by name. */
export const bulkActions: readonly AnyBulkAction[] = [
  ...[shipOrders, shipParcels, publishProducts, hideProducts, changePrices, archiveProducts, bringBackProducts],
  ...[startPromos, stopPromos, showReviews, hideReviews],
  ...undoActions,
];
