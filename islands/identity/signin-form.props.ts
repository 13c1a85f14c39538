import { z } from "zod";

/**
 * The sign-in form. Without scripts it posts to `/identity/signin/`, which signs in and redirects.
 */
export const schema = z.object({
  token: z.string(),
  /** a path of this shop to go on to */
  next: z.string().optional(),
  typed: z.object({ email: z.string() }),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** the token of a mailed link, which replaces the proof of work for one sign-in */
  work: z.string().optional(),
  /** a refusal that concerns no field */
  formError: z.string().optional(),
});

export type SigninFormProps = z.infer<typeof schema>;
