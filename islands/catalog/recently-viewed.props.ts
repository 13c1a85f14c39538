import { z } from "zod";

export const embedded = true;

/**
 * Products that this browser viewed before, below everything else. The server does not know these
 * products: it renders a list that is hidden while empty.
 */
export const schema = z.object({
  /** the product of the page, which is not shown */
  productId: z.string(),
  /** address of the cards for `ids`, including the page's state */
  cards: z.string(),
});

export type RecentlyViewedProps = z.infer<typeof schema>;
