import { checkoutTemplates } from "../checkout/email-templates.ts";
import { customerTemplates } from "../customers/email-templates.ts";
import { identityTemplates } from "../identity/email-templates.ts";
import { type EmailTemplate, emailTemplate } from "../jobs/rules/email-template.ts";
import { orderTemplates } from "../orders/email-templates.ts";
import { paymentTemplates } from "../payments/email-templates.ts";

/** The emails to the staff. */
export const staffEmails = {
  join: emailTemplate({
    kind: "staff-account",
    name: "Your staff account",
    to: "staff",
    when: "An owner added somebody, or sent them a new link.",
    wording: {
      subject: "Your staff account at {shop}",
      heading: "Your staff account",
      text: [
        "You can help run {shop}. Choose a password to begin.",
        "The link works once, within an hour. After that, ask an owner for a new one.",
      ],
      button: "Choose a password",
      small: "If you don’t know what this is about, you can ignore this email.",
    },
  }),
} as const;

const recipients: readonly EmailTemplate["to"][] = ["shopper", "owner", "staff"];

/** Every email that the shop sends: orders first, as they are changed most. */
export const emailTemplates: readonly EmailTemplate[] = [
  ...orderTemplates,
  ...checkoutTemplates,
  ...identityTemplates,
  ...customerTemplates,
  ...paymentTemplates,
  ...Object.values(staffEmails),
].sort((one, other) => recipients.indexOf(one.to) - recipients.indexOf(other.to));

export const emailTemplateOf = (kind: string): EmailTemplate | undefined => emailTemplates.find((each) => each.kind === kind);
