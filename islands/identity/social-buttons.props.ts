import { z } from "zod";

/**
 * The ways in by an account elsewhere. They are links, which go there and come back without any
 * script.
 */
export const schema = z.object({
  providers: z.array(z.object({ place: z.number(), label: z.string() })),
  /** a path of this shop to go on to */
  next: z.string().optional(),
  /** whether a press opens a window of its own */
  popup: z.boolean(),
});

export type SocialButtonsProps = z.infer<typeof schema>;
