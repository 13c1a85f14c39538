import { z } from "zod";

/** Rotates banners in a list that scrolls sideways. */
export const schema = z.object({
  /** id of the list; pointer or focus in its parent pauses the rotation */
  of: z.string(),
  /** the banners' texts */
  names: z.array(z.string()).min(2),
});

export type BannerRotationProps = z.infer<typeof schema>;
