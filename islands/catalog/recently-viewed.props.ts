import { z } from "zod";

/**
 * What this browser looked at before, below everything else. The server does not know it: it leaves
 * a list that is not shown while empty.
 */
export const schema = z.object({
  /** the product of the page, which is not shown */
  productId: z.string(),
  /** where cards are asked for by their `ids`, with the page's state in it */
  cards: z.string(),
});

export type RecentlyViewedProps = z.infer<typeof schema>;
