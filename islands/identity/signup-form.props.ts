import { z } from "zod";

/**
 * The sign-up form. Without scripts it posts to `/identity/signup/`, which mails a link instead of
 * the bot check.
 */
export const schema = z.object({
  token: z.string(),
  /** a path of this shop to go on to */
  next: z.string().optional(),
  /** set if the form asks only for a password, since the order contains the other values */
  order: z.object({ id: z.string(), email: z.string() }).optional(),
  typed: z.object({ email: z.string(), first_name: z.string(), last_name: z.string() }),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** a refusal that concerns no field */
  formError: z.string().optional(),
  /** how the shop checks that a person signs up */
  bots: z.object({ kind: z.enum(["work", "recaptcha"]), siteKey: z.string().optional() }),
});

export type SignupFormProps = z.infer<typeof schema>;
