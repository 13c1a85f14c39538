import { z } from "zod";

/** Products viewed before in this browser. */
export const schema = z.object({
  /** the product of the page, which is not shown */
  productId: z.string().optional(),
});

export type EmbeddedRecentlyViewedProps = z.infer<typeof schema>;
