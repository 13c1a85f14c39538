import { z } from "zod";

export const embedded = true;

/**
 * The same for all visitors: a shopper's favourites are known to the browser only. Without scripts
 * it posts `productId` to `/storefront/wishlist/add`.
 */
export const schema = z.object({
  productId: z.string(),
  /** of the product, for the button's name */
  name: z.string(),
});

export type HeartIconProps = z.infer<typeof schema>;
