import { z } from "zod";

/**
 * One field of the profile. Without scripts it posts `value` as PUT to
 * `/storefront/api/customers/{field}`.
 */
export const schema = z.object({
  field: z.enum(["email", "first_name", "last_name", "phone", "gender", "birthday"]),
  label: z.string(),
  token: z.string(),
  /** the stored value, and its text */
  value: z.string(),
  shown: z.string(),
  type: z.enum(["tel", "date"]).optional(),
  inputMode: z.literal("email").optional(),
  autoComplete: z.string(),
  /** a select instead of a text field */
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** an address whose confirmation is pending */
  pending: z.string().optional(),
  /** the typed value of a refused form, and the reason */
  typed: z.string().optional(),
  error: z.string().optional(),
});

export type ProfileFieldProps = z.infer<typeof schema>;
