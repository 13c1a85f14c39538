import { z } from "zod";

/**
 * Changing the password. Without scripts it posts to `/identity/password/`, which renders a refusal
 * on this page.
 */
export const schema = z.object({
  token: z.string(),
  /** the account's email, for password managers */
  email: z.string(),
  open: z.boolean(),
  /** errors of a native post, shown beside its fields; `formError` concerns no field */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  formError: z.string().optional(),
});

export type PasswordBlockProps = z.infer<typeof schema>;
