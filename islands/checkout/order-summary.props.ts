import { z } from "zod";
import { cartLine, totals } from "../cart/cart-shape.ts";

/** The summary beside every step; its totals follow the promo code. */
export const props = z.object({
  checkoutId: z.string(),
  lines: z.array(cartLine),
  totals,
  /** false until a method is chosen: shipping is then not known yet */
  shippingKnown: z.boolean(),
});

export type OrderSummaryProps = z.infer<typeof props>;
