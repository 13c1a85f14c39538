import { z } from "zod";

/**
 * The button of a form for which the signed-in customer must have proven recently who they are,
 * such as by the password. Without scripts the browser sends the form, and a page asks for this
 * proof.
 */
export const schema = z.object({
  label: z.string(),
  kind: z.enum(["primary", "secondary", "quiet", "link"]).default("secondary"),
  /** distinguishes the button from similar ones, for screen readers */
  of: z.string().optional(),
});

export type SensitiveSubmitProps = z.infer<typeof schema>;
