import { z } from "zod";

/**
 * The same for everybody: what a shopper likes is known to the browser alone. Without scripts it
 * posts `productId` to `/storefront/wishlist/add`.
 */
export const schema = z.object({
  productId: z.string(),
  /** of the product, for the button's name */
  name: z.string(),
});

export type HeartIconProps = z.infer<typeof schema>;
