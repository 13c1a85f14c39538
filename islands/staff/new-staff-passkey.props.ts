import { z } from "zod";

/** The button that has a device make a passkey, and sends the form around it. Shown with scripts only. */
export const schema = z.object({
  /** what the device is asked for: JSON of the options (server/identity/passkeys/schema.ts) */
  options: z.string(),
});

export type NewStaffPasskeyProps = z.infer<typeof schema>;
