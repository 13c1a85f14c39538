import { z } from "zod";

export const embedded = true;

/**
 * Products that this browser viewed before, shown below everything else on the page. The server
 * does not know which products they are: it renders an empty list, which is hidden until the
 * browser fills it.
 */
export const schema = z.object({
  /** the product of the page, which is not shown */
  productId: z.string(),
  /** address of the cards for `ids`, including the page's state */
  cards: z.string(),
});

export type RecentlyViewedProps = z.infer<typeof schema>;
