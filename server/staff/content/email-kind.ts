import { lockWording, saveWording } from "../../content/email-wordings.ts";
import { wordingLabels } from "../../content/rules/email-wording.ts";
import type { EmailWording } from "../../jobs/rules/email-template.ts";
import { notFound } from "../../outcome.ts";
import { emailTemplateOf } from "../email-templates.ts";
import { staffEmailPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";

/** The words of an email that the shop sends; its id is the email's kind. */
export const emailKind: RecordKind<EmailWording> = {
  kind: "email",
  needs: "emails:write",
  name: ({ subject }) => subject,
  path: staffEmailPath,
  labels: wordingLabels,
  async read(tx, kind) {
    const template = emailTemplateOf(kind);
    return template && (await lockWording(tx, template));
  },
  async write(tx, kind, wording, now) {
    const template = emailTemplateOf(kind);
    return template ? await saveWording(tx, template, wording, now) : notFound;
  },
};
