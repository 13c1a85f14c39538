import { z } from "zod";

/**
 * A token in the address, which signs in automatically. Without scripts the shopper must press
 * Continue.
 */
export const schema = z.object({
  /** the anti-forgery token */
  csrf: z.string(),
  token: z.string(),
  /** the path of this shop to go on to, instead of the welcome page */
  next: z.string().optional(),
  /** the email of another signed-in customer */
  other: z.string().optional(),
});

export type CustomSigninProps = z.infer<typeof schema>;
