import { z } from "zod";

/**
 * A token in the address that signs in automatically. Without scripts it needs a press on Continue.
 */
export const schema = z.object({
  /** the anti-forgery token */
  csrf: z.string(),
  token: z.string(),
  /** the path of this shop that follows, instead of the welcome page */
  next: z.string().optional(),
  /** the email of another signed-in customer */
  other: z.string().optional(),
});

export type CustomSigninProps = z.infer<typeof schema>;
