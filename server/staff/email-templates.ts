import { checkoutTemplates } from "../checkout/email-templates.ts";
import { customerTemplates } from "../customers/email-templates.ts";
import { identityTemplates } from "../identity/email-templates.ts";
import { type EmailTemplate, emailTemplate } from "../jobs/rules/email-template.ts";
import { orderTemplates } from "../orders/email-templates.ts";
import { paymentTemplates } from "../payments/email-templates.ts";

/** The emails to the staff, and to the owner about the whole shop. */
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
  shopLimit: emailTemplate({
    kind: "shop-limit",
    name: "A limit of the shop is near",
    to: "owner",
    when: "So many cards are declined, passwords are wrong, or links are requested within an hour that the shop asks for an extra check, soon will, or refuses all.",
    wording: {
      subject: "{what} at {shop}",
      heading: "{what}",
      text: [
        "{count} {effect}",
        "{cause} Where more succeeds, more may fail: the limit follows what the shop sells and who signs in, and is never below {setting}.",
        "The check is a few seconds of the browser’s work, or without scripts an emailed link. It ends by itself, within an hour of the last of them.",
      ],
    },
    placeholders: {
      what: { about: "What there are many of, or what is refused", sample: "Many cards are declined" },
      count: {
        about: "How many there were, and whose, as a sentence",
        sample: "130 cards from guests were declined within an hour.",
        isRequired: true,
      },
      effect: {
        about: "What the shop does, and from how many on, as a sentence",
        sample: "From 150 on, payments of guests take an extra check; from 600 on they are refused.",
        isRequired: true,
      },
      cause: { about: "What it may be, as a sentence", sample: "Somebody may be testing stolen cards." },
      setting: { about: "The setting of the limit", sample: "MAX_DECLINES_PER_HOUR" },
    },
  }),
} as const;

const recipients: readonly EmailTemplate["to"][] = ["shopper", "owner", "staff"];

/** Every email of the shop; order emails come first, since they are changed most. */
export const emailTemplates: readonly EmailTemplate[] = [
  ...orderTemplates,
  ...checkoutTemplates,
  ...identityTemplates,
  ...customerTemplates,
  ...paymentTemplates,
  ...Object.values(staffEmails),
].sort((one, other) => recipients.indexOf(one.to) - recipients.indexOf(other.to));

export const emailTemplateOf = (kind: string): EmailTemplate | undefined => emailTemplates.find((each) => each.kind === kind);
