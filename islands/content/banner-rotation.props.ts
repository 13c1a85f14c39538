import { z } from "zod";

/** Turns banners that stand in a list which scrolls sideways. */
export const schema = z.object({
  /** id of the list; what it stands in is where the pointer or the focus makes it rest */
  of: z.string(),
  /** what each banner says */
  names: z.array(z.string()).min(2),
});

export type BannerRotationProps = z.infer<typeof schema>;
