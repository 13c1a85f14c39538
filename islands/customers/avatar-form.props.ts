import { z } from "zod";

/**
 * The customer's picture. Without scripts it posts the file to `/storefront/api/customers/avatar`.
 */
export const schema = z.object({
  token: z.string(),
  /** the picture's address, if there is one */
  url: z.string().optional(),
  /** why a native form was refused */
  error: z.string().optional(),
});

export type AvatarFormProps = z.infer<typeof schema>;
