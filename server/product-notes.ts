import type { Details } from "./catalog/details.ts";
import type { ProductNotes } from "./catalog/pages/product.ts";
import { findDeliverySpan } from "./checkout/delivery.ts";
import { findPage } from "./content/content-pages.ts";
import { contentPagePath } from "./content/paths.ts";
import { findSizeGuide } from "./content/size-guide.ts";
import { returnDays } from "./orders/return-days.ts";
import type { Shop } from "./shop.ts";

/** Finds a product's delivery time, its days for returns, and its category's size guide. */
export async function findProductNotes(shop: Shop, { product, shipTo }: Details): Promise<ProductNotes> {
  const { db } = shop;
  const days = returnDays(shop);
  const policy = await findPage(db, "returns");
  return {
    delivery: await findDeliverySpan(db, shipTo),
    returns: days > 0 ? { days, href: policy && contentPagePath(policy.slug) } : undefined,
    sizeGuide: await findSizeGuide(db, product.category.slug),
  };
}
