import { z } from "zod";

/**
 * Changing the password. Without scripts it posts to `/identity/password/`, which answers a refusal
 * with this page.
 */
export const schema = z.object({
  token: z.string(),
  /** whose password it is, for those who keep passwords */
  email: z.string(),
  open: z.boolean(),
  /** what a native post was refused for, beside its fields; `refusal` is what concerns none */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  refusal: z.string().optional(),
});

export type PasswordBlockProps = z.infer<typeof schema>;
