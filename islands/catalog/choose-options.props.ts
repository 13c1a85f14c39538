import { z } from "zod";

/** The button of a card with several options. Without scripts it leads to the product's page. */
export const schema = z.object({
  name: z.string(),
  /** the address of the product's page */
  href: z.string(),
  /** the state of the page, as in its address */
  area: z.string().optional(),
});

export type ChooseOptionsProps = z.infer<typeof schema>;
