import { z } from "zod";

export const embedded = true;

/**
 * Without scripts: a form of its own that posts `checkoutId` and `promoCode` to
 * `/storefront/api/checkout/add-promo`, or to `…/remove-promo` while a code is applied. Both render
 * the page again; a refused code is then `code` with `error`.
 */
export const schema = z.object({
  checkoutId: z.string(),
  /** the applied code, or the typed one */
  code: z.string(),
  applied: z.boolean(),
  error: z.string().optional(),
});

export type PromoFieldProps = z.infer<typeof schema>;
