import { z } from "zod";

/**
 * The button that fills in the form around it by a passkey, and sends it. Shown with scripts only.
 */
export const schema = z.object({
  /** the form's hidden field for the credential */
  field: z.string(),
  label: z.string(),
});

export type StaffPasskeyProps = z.infer<typeof schema>;
