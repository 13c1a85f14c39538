import { z } from "zod";

/**
 * Uploads pictures one after the other, with the progress of each. Without scripts the form posts
 * all at once.
 */
export const schema = z.object({
  /** the path of the call, and the path of the product's page */
  action: z.string(),
  page: z.string(),
  token: z.string(),
  /** typed values of the page's other form, if it was refused; sent along if no script runs */
  kept: z.array(z.object({ name: z.string(), value: z.string() })),
  mostFiles: z.number(),
  /** the most bytes of each file */
  mostBytes: z.number(),
});

export type PictureUploadProps = z.infer<typeof schema>;
