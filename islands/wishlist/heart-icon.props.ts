import { z } from "zod";

export const embedded = true;

/**
 * The heart. It is the same for all visitors, since only the browser knows a shopper's favourites.
 * Without scripts it posts `productId` to `/storefront/wishlist/add`.
 */
export const schema = z.object({
  productId: z.string(),
  /** the product's name, for the button's name */
  name: z.string(),
});

export type HeartIconProps = z.infer<typeof schema>;
