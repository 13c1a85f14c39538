import { type OwnerRecipients, tidyRecipients } from "../../content/rules/owner-recipients.ts";
import { lockRecipients, saveRecipients } from "../../content/settings.ts";
import { emailTemplates } from "../email-templates.ts";
import { line } from "../forms/fields.ts";
import { form } from "../forms/form.ts";
import { recordKind } from "../forms/record-kind.ts";
import { staffEmailRecipientsPath } from "../paths.ts";

const templates = emailTemplates.filter(({ to }) => to === "owner");

const addresses = (label: string, hint: string) => line(label, { hint, tidy: tidyRecipients });

/** The form of the recipients of emails to the owner; `ownerMail` is `OWNER_MAIL`. */
export const recipientsForm = (ownerMail?: string) =>
  form<OwnerRecipients>({
    all: addresses(
      "All emails to the owner",
      `Separate several addresses with commas. ${ownerMail === undefined ? "Leave empty to email nobody but those below." : `Leave empty for ${ownerMail}.`}`,
    ),
    ...Object.fromEntries(
      templates.map(({ kind, name, when }) => [
        kind,
        addresses(name, `${when} Leave empty to use the addresses that get all emails.`),
      ]),
    ),
  });

/** The recipients of emails to the owner; there is one record. */
export const recipientsKind = recordKind({
  kind: "owner recipients",
  // Emails about orders name shoppers, so only the owner chooses who receives them.
  needs: "settings:write",
  money: true,
  name: () => "Recipients of emails to the owner",
  path: () => staffEmailRecipientsPath,
  form: recipientsForm(),
  // A kind that was never saved is empty, so that the history does not call it changed.
  read: async (tx) => ({ ...Object.fromEntries(templates.map(({ kind }) => [kind, ""])), ...(await lockRecipients(tx)) }),
  write: (tx, _id, fields, now) => saveRecipients(tx, fields, now),
});
