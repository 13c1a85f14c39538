import { wordingLabels as labels } from "../../content/rules/email-wording.ts";
import type { EmailTemplate, EmailWording } from "../../jobs/rules/email-template.ts";
import { line, textArea } from "../forms/fields.ts";
import { form } from "../forms/form.ts";

/** The form of an email's words. An email without a button has no field for the button. */
export function emailForm({ hints, wording }: Partial<Pick<EmailTemplate, "hints" | "wording">> = {}) {
  const hint = (name: keyof EmailWording, usual?: string) => ({ hint: hints?.[name] ?? usual });
  return form<EmailWording>({
    subject: line(labels.subject, hint("subject")),
    heading: line(labels.heading, hint("heading")),
    text: textArea(labels.text, { ...hint("text", "One paragraph a line."), rows: 12, most: 50_000 }),
    button: line(labels.button, { ...hint("button"), isShown: wording?.button !== "" }),
    small: line(labels.small, { ...hint("small", wording?.small === "" ? "May be empty." : undefined), most: 5000 }),
  });
}
