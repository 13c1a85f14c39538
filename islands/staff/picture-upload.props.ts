import { z } from "zod";

/** The upload of pictures, one after the other with its progress. Without scripts the form posts them together. */
export const schema = z.object({
  /** the call, and the page that shows what came */
  action: z.string(),
  page: z.string(),
  token: z.string(),
  /** what was typed into the page's other form and refused: sent along where no script runs */
  kept: z.array(z.object({ name: z.string(), value: z.string() })),
  mostFiles: z.number(),
  /** of each file */
  mostBytes: z.number(),
});

export type PictureUploadProps = z.infer<typeof schema>;
