import { z } from "zod";
import { totals } from "../ui/cart-shape.ts";

/**
 * The `<dl class="totals">` of the summary beside every step; it follows the promo code. The
 * products above it are the template's.
 */
export const schema = z.object({
  checkoutId: z.string(),
  totals,
  /** false before a method is chosen */
  shippingKnown: z.boolean(),
  /** false before there is an address */
  taxKnown: z.boolean(),
  promoCode: z.string().optional(),
});

export type OrderTotalsProps = z.infer<typeof schema>;
