import { type Cents, toAmount } from "../../money.ts";

type Bought = {
  number: number;
  total: Cents;
  tax: Cents;
  shipping: Cents;
  promoCode: string | null;
  lines: readonly { variantId: string; productName: string; variantName: string; unitPrice: Cents; quantity: number }[];
};

/**
 * The event `purchase` of Google Analytics 4 (GA4), with amounts in dollars. It names the order by
 * its short number and not by its id, since the id opens the order's page.
 */
export const purchaseEvent = ({ number, total, tax, shipping, promoCode, lines }: Bought) => ({
  transaction_id: String(number),
  currency: "USD" as const,
  value: toAmount(total),
  tax: toAmount(tax),
  shipping: toAmount(shipping),
  ...(promoCode !== null && { coupon: promoCode }),
  items: lines.map((line) => ({
    item_id: line.variantId,
    item_name: line.productName,
    item_variant: line.variantName,
    price: toAmount(line.unitPrice),
    quantity: line.quantity,
  })),
});
