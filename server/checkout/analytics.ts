import { toAmount } from "../money.ts";
import type { PricedCheckout } from "./totals.ts";

/** GA4's shape of goods (decisions §8). It names no checkout: whoever holds that id may act on it. */
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
