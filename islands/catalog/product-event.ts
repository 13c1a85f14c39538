import type { Ecommerce } from "../analytics.ts";

type AnalyticsProduct = { variantId: string; name: string; variant?: string | undefined; category: string; price: number };

/** One article and its quantity in GA4's terms; the value is dollars, to the cent. */
export const productEvent = ({ variantId, name, variant, category, price }: AnalyticsProduct, quantity: number): Ecommerce => ({
  currency: "USD",
  value: Math.round(price * quantity * 100) / 100,
  items: [{ item_id: variantId, item_name: name, item_variant: variant, item_category: category, price, quantity }],
});
