import { z } from "zod";

/**
 * The button that makes a passkey on a device, and sends the form around it. Shown with scripts
 * only.
 */
export const schema = z.object({
  /** the options for the device as JSON (server/identity/passkeys/schema.ts) */
  options: z.string(),
});

export type NewStaffPasskeyProps = z.infer<typeof schema>;
