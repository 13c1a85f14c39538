import { z } from "zod";

/**
 * The menu that sorts reviews, inside the form of views/catalog/reviews.hbs. Without scripts the
 * form's button sends the choice.
 */
export const schema = z.object({
  orders: z.array(z.object({ value: z.string(), label: z.string(), selected: z.boolean() })),
});

export type ReviewOrderProps = z.infer<typeof schema>;
