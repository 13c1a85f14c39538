import { z } from "zod";

/**
 * The choice of an order, within its form (views/catalog/reviews.hbs). Without scripts the form's
 * button sends it.
 */
export const schema = z.object({
  orders: z.array(z.object({ value: z.string(), label: z.string(), selected: z.boolean() })),
});

export type ReviewOrderProps = z.infer<typeof schema>;
