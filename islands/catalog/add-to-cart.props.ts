import { z } from "zod";

export const embedded = true;

/**
 * The button of a card. Without scripts it is a form that posts `variantId` to
 * `/storefront/cart/add`.
 */
export const schema = z.object({
  variantId: z.string(),
  /** the product's name, for the button's full name and for analytics */
  name: z.string(),
  variant: z.string().optional(),
  category: z.string(),
  /** dollars */
  price: z.number(),
});

export type AddToCartProps = z.infer<typeof schema>;
