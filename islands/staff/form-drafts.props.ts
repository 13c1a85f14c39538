import { z } from "zod";

/**
 * Keeps what is typed into each `<form data-draft>` of the page through a lost network, a closed tab and
 * a session that ended, on this device alone. Never on a form with a password, a code or a card.
 */
export const schema = z.object({
  /** whose drafts: the id of who is signed in */
  owner: z.string(),
  /** whether the page answers a form, and shows what was typed */
  isAnswer: z.boolean(),
});

export type FormDraftsProps = z.infer<typeof schema>;
