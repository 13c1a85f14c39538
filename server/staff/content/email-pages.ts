import { type EmailTemplate, type EmailWording, shopPlaceholder } from "../../jobs/rules/email-template.ts";
import { view } from "../../web/view.ts";
import { type FieldView, formErrors, type ResentForm, resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { type TimeContext, timeCell } from "../lists/columns.ts";
import { recordTable } from "../lists/table.ts";
import { staffEmailPath, staffEmailRecipientsPath, staffEmailResetPath, staffEmailsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import { versionOf } from "../records/records.ts";

const recipients: Readonly<Record<EmailTemplate["to"], string>> = {
  shopper: "To shoppers",
  owner: "To the owner",
  staff: "To the staff",
};

/** Every email of the shop, by its recipients. */
export const emailsPage = (
  context: StaffContext,
  times: TimeContext,
  { templates, changed }: { templates: readonly EmailTemplate[]; changed: ReadonlyMap<string, number> },
) => ({
  ...staffFrame(context, "Emails", staffEmailsPath),
  groups: [...Map.groupBy(templates, ({ to }) => to)].map(([to, listed]) => ({
    id: to,
    name: recipients[to],
    recipients: to === "owner" && may(context.staff, "settings:read") ? staffEmailRecipientsPath : undefined,
    table: recordTable({
      caption: recipients[to],
      columns: [
        { label: "Email", cell: ({ kind, name }) => ({ text: name, href: staffEmailPath(kind) }) },
        { label: "Sent when", cell: ({ when }) => when },
        { label: "Changed", isLabeled: true, cell: ({ kind }) => timeCell(changed.get(kind), times) },
      ],
      rows: listed,
    }),
  })),
});
type EmailsPage = ReturnType<typeof emailsPage>;
export const emailsView = view<EmailsPage>("staff/emails");

/** The preview of an email: its subject and its plain text. */
export type EmailPreview = { subject: string; text: string };

type EmailInput = {
  template: EmailTemplate;
  wording: EmailWording;
  fields: readonly FieldView[];
  /** identifies the values that the form showed when it was opened */
  seen?: string | undefined;
  preview?: EmailPreview | undefined;
};
type EmailFormState = ResentForm & { notice?: string | undefined; history: readonly HistoryEntry[] };

/** The page of one email: its words, its placeholders, its preview, and its history. */
export function emailPage(
  context: StaffContext,
  { template, wording, fields, seen, preview }: EmailInput,
  state: EmailFormState,
) {
  const isShipped = versionOf(wording) === versionOf(template.wording);
  const version = seen ?? versionOf(wording);
  return {
    ...staffFrame(context, template.name, staffEmailsPath),
    token: context.token,
    notice: state.notice,
    history: state.history,
    back: staffEmailsPath,
    name: template.name,
    when: template.when,
    action: staffEmailPath(template.kind),
    seen: version,
    fields: resentFields(fields, state),
    placeholders: [
      ...Object.entries(template.placeholders).map(([name, { about, isRequired, isOptional }]) => ({
        name: `{${name}}`,
        about,
        needed: isRequired === true,
        optional: isOptional === true,
      })),
      { name: `{${shopPlaceholder}}`, about: "The shop’s name", needed: false, optional: false },
    ],
    preview,
    mayWrite: may(context.staff, "emails:write"),
    reset: isShipped ? undefined : staffEmailResetPath(template.kind),
    ...formErrors(state.refusal),
  };
}
type EmailPage = ReturnType<typeof emailPage>;
export const emailView = view<EmailPage>("staff/email");
