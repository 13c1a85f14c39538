import { z } from "zod";

/** Cells of a spreadsheet, pasted into the grid of variants, fill it from the cell that has the focus. */
export const schema = z.object({
  /** what is said beside the grid */
  hint: z.string(),
});

export type GridPasteProps = z.infer<typeof schema>;
