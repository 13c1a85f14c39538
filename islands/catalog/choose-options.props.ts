import { z } from "zod";

/** The button of a card of several options. Without scripts it leads to the product's page. */
export const schema = z.object({
  name: z.string(),
  /** of the product's page */
  href: z.string(),
  /** the state of the page, as the address has it */
  area: z.string().optional(),
});

export type ChooseOptionsProps = z.infer<typeof schema>;
