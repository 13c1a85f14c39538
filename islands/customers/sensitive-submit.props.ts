import { z } from "zod";

/**
 * The button of a form that needs a recent proof of the signed-in customer. Without scripts the
 * browser sends the form, and a page asks for the proof.
 */
export const schema = z.object({
  label: z.string(),
  kind: z.enum(["primary", "secondary", "quiet", "link"]).default("secondary"),
  /** distinguishes the button from similar ones, for screen readers */
  of: z.string().optional(),
});

export type SensitiveSubmitProps = z.infer<typeof schema>;
