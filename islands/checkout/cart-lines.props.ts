import { z } from "zod";
import { cartLine, giftChoice, totals } from "../ui/cart-shape.ts";

/**
 * The cart page. Without scripts every step is a native post with `checkoutId`, `lineId`,
 * `quantity=1`, `_csrf` and `_method`: PUT `…/line/increase`, PUT `…/line/decrease`, DELETE
 * `…/line/remove`; a gift is POST `…/line` with `checkoutId`, `giftProductId`, `_csrf`.
 */
export const schema = z.object({
  /** absent while there is no checkout: then the cart is empty */
  checkoutId: z.string().optional(),
  /** value of the hidden `_csrf` */
  token: z.string(),
  lines: z.array(cartLine),
  totals: totals.optional(),
  gifts: giftChoice.optional(),
  promoCode: z.string().optional(),
  /** the note for the order, as typed or stored */
  note: z.string().optional(),
  /** the id of a checkout with a payment under way: its lines are not shown */
  paying: z.string().optional(),
  /** a refusal, or the notice that the server removed a gift */
  notice: z.string().optional(),
});

export type CartLinesProps = z.infer<typeof schema>;
