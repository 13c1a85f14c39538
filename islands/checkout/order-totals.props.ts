import { z } from "zod";
import { totals } from "../ui/cart-shape.ts";

/**
 * The `<dl class="totals">` of the summary beside every step; it changes with the promo code. The
 * template renders the products above it.
 */
export const schema = z.object({
  checkoutId: z.string(),
  totals,
  /** false before a method is chosen */
  shippingKnown: z.boolean(),
  /** false before there is an address */
  taxKnown: z.boolean(),
});

export type OrderTotalsProps = z.infer<typeof schema>;
