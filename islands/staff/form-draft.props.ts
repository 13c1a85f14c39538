import { z } from "zod";

/**
 * Keeps what is typed into the form around it through a lost network, a closed tab and a session that
 * ended, on this device alone. Never in a form with a password, a code or a card.
 */
export const schema = z.object({
  /** the form's address, under which it is kept */
  path: z.string(),
  /** what the form shows of its record */
  seen: z.string(),
});

export type FormDraftProps = z.infer<typeof schema>;
