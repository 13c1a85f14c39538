import { z } from "zod";

/** Links to sign in with an account of another provider; they work without scripts. */
export const schema = z.object({
  providers: z.array(z.object({ place: z.number(), label: z.string() })),
  /** a path of this shop to go on to */
  next: z.string().optional(),
  /** whether a press opens a popup */
  popup: z.boolean(),
});

export type SocialButtonsProps = z.infer<typeof schema>;
