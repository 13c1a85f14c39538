import { z } from "zod";
import { cartLine, giftChoice, totals } from "../ui/cart-shape.ts";

/**
 * The cart page. Without scripts each button is a native form:
 *
 * - for a line, `checkoutId`, `lineId`, `quantity`, `_csrf` and `_method` to PUT `…/line/increase`
 *   or PUT `…/line/decrease`; `quantity` is the number of units, usually 1
 * - to remove a line, `checkoutId`, `lineId`, `_csrf` and `_method` to DELETE `…/line/remove`
 * - for a gift, `checkoutId`, `giftProductId` and `_csrf` to POST `…/line`
 */
export const schema = z.object({
  /** absent while there is no checkout: then the cart is empty */
  checkoutId: z.string().optional(),
  /** value of the hidden `_csrf` */
  token: z.string(),
  lines: z.array(cartLine),
  totals: totals.optional(),
  gifts: giftChoice.optional(),
  /** the note for the order, as typed or stored */
  note: z.string().optional(),
  /** the id of a checkout with a payment under way: its lines are not shown */
  paying: z.string().optional(),
  /** a refusal, or the notice that the server removed a gift */
  notice: z.string().optional(),
});

export type CartLinesProps = z.infer<typeof schema>;
