import { toAmount } from "../money.ts";
import type { PricedCheckout } from "./price-checkout.ts";

/**
 * Items in GA4's shape. Leaves out the checkout's id, since the id gives access to the checkout.
 */
export const ecommerceOf = ({ lines, total }: Pick<PricedCheckout, "lines" | "total">) => ({
  currency: "USD" as const,
  value: toAmount(total),
  items: lines.map((line) => ({
    item_id: line.variantId,
    item_name: line.productName,
    item_variant: line.variantName,
    item_category: line.categorySlug,
    price: toAmount(line.unitPrice),
    quantity: line.quantity,
  })),
});
