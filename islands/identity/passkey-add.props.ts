import { z } from "zod";

/** Adds a passkey to the account. Shown with scripts only: no form can make one. */
export const schema = z.object({
  /** the passkey's name if none is typed */
  suggestion: z.string(),
});

export type PasskeyAddProps = z.infer<typeof schema>;
