import { z } from "zod";

export const embedded = true;

/**
 * Without scripts this is a separate form that posts `checkoutId` and `promoCode` to
 * `/storefront/api/checkout/add-promo`, or to `…/remove-promo` while a code is applied. Both calls
 * render the page again; `code` is then a refused code, with its `error`.
 */
export const schema = z.object({
  checkoutId: z.string(),
  /** the applied code, or the typed one */
  code: z.string(),
  applied: z.boolean(),
  error: z.string().optional(),
});

export type PromoFieldProps = z.infer<typeof schema>;
