import { z } from "zod";

/** Two arrows beside a list that scrolls sideways by itself. */
export const schema = z.object({
  /** id of the list */
  of: z.string(),
  /** what is in it, for the buttons' names */
  name: z.string(),
});

export type ScrollArrowsProps = z.infer<typeof schema>;
