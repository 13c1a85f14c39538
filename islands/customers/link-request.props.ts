import { z } from "zod";

/**
 * The button of a form that requests an email with a link. Without scripts the browser sends the
 * form, and the form's page shows the result.
 */
export const schema = z.object({
  /** the path of the page that says that the link was mailed */
  next: z.string(),
  kind: z.enum(["primary", "secondary"]).default("primary"),
});

export type LinkRequestProps = z.infer<typeof schema>;
