import { z } from "zod";

/** A token in the address that signs in by itself. Without scripts it takes a press on Continue. */
export const schema = z.object({
  /** of the anti-forgery check */
  csrf: z.string(),
  token: z.string(),
  /** a path of this shop to go on to, in place of the welcome page */
  next: z.string().optional(),
  /** who is signed in already, as somebody else */
  other: z.string().optional(),
});

export type CustomSigninProps = z.infer<typeof schema>;
