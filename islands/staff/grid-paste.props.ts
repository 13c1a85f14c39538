import { z } from "zod";

/** Fills the grid of variants with pasted cells of a spreadsheet, from the focused cell on. */
export const schema = z.object({
  /** the hint beside the grid */
  hint: z.string(),
});

export type GridPasteProps = z.infer<typeof schema>;
