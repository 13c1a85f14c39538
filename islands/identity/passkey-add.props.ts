import { z } from "zod";

/** Adds a passkey to the account. Shown only with scripts: a form alone cannot make a passkey. */
export const schema = z.object({
  /** the passkey's name if none is typed */
  suggestion: z.string(),
});

export type PasskeyAddProps = z.infer<typeof schema>;
