import { z } from "zod";

/**
 * The button that signs in by a passkey; it also offers passkeys in the email field. Shown with
 * scripts only.
 */
export const schema = z.object({
  /** a path of this shop to go on to */
  next: z.string().optional(),
});

export type PasskeySigninProps = z.infer<typeof schema>;
