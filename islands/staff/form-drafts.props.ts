import { z } from "zod";

/**
 * Keeps the typed values of each `<form data-draft>` of the page through a lost network, a closed
 * tab or an ended session, on this device only. Never used on a form with a password, a code or a
 * card.
 */
export const schema = z.object({
  /** the owner of the drafts: the id of the signed-in person */
  owner: z.string(),
  /** whether the page answers a form, and so shows its typed values */
  isAnswer: z.boolean(),
});

export type FormDraftsProps = z.infer<typeof schema>;
