import { z } from "zod";

/**
 * The return from a provider. Without scripts one post of the form replaces the island's two calls.
 */
export const schema = z.object({
  token: z.string(),
  /** the token that is exchanged for the session once the customer is known */
  entry: z.string(),
  /** the new user record of requirement 186 */
  user: z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    gender: z.string(),
    birthday: z.string(),
  }),
  email: z.string(),
  /** whether the customer with this email must first enter the password */
  asks: z.boolean(),
  next: z.string().optional(),
  /** the channel of the page that opened this popup */
  popup: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  formError: z.string().optional(),
});

export type SocialReturnProps = z.infer<typeof schema>;
