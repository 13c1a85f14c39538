import { z } from "zod";

/** The upload of pictures, one after the other with its progress. Without scripts the form posts them together. */
export const schema = z.object({
  /** the call, and the page that shows what came */
  action: z.string(),
  page: z.string(),
  token: z.string(),
  mostFiles: z.number(),
  /** of each file */
  mostBytes: z.number(),
});

export type PictureUploadProps = z.infer<typeof schema>;
