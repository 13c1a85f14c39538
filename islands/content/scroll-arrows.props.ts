import { z } from "zod";

/** Two arrows beside a list that scrolls sideways. */
export const schema = z.object({
  /** id of the list */
  of: z.string(),
  /** the list's contents, for the buttons' names */
  name: z.string(),
});

export type ScrollArrowsProps = z.infer<typeof schema>;
