import { wordingLabels } from "../../content/rules/email-wording.ts";
import type { Dates } from "../../dates.ts";
import { type EmailTemplate, type EmailWording, shopPlaceholder } from "../../jobs/rules/email-template.ts";
import { view } from "../../web/view.ts";
import { staffEmailPath, staffEmailResetPath, staffEmailsPath } from "../paths.ts";
import { versionOf } from "../records.ts";
import { may } from "../rules/permissions.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { fieldsOf, type Resent, refusalOf } from "./form-fields.ts";
import type { HistoryEntry } from "./history.ts";

const recipients: Readonly<Record<EmailTemplate["to"], string>> = {
  shopper: "To shoppers",
  owner: "To the owner, where OWNER_MAIL is set",
  staff: "To the staff",
};

/** Every email of the shop, by its recipients. */
export const emailsPage = (
  desk: DeskInput,
  dates: Dates,
  { templates, changed }: { templates: readonly EmailTemplate[]; changed: ReadonlyMap<string, number> },
) => ({
  ...deskFrame(desk, "Emails", staffEmailsPath),
  groups: [...Map.groupBy(templates, ({ to }) => to)].map(([to, listed]) => ({
    id: to,
    name: recipients[to],
    emails: listed.map(({ kind, name, when }) => {
      const at = changed.get(kind);
      return { name, when, href: staffEmailPath(kind), changed: at === undefined ? undefined : dates.day(at).text };
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
  /** identifies the values that the form showed when it was opened */
  seen?: string | undefined;
  preview?: EmailPreview | undefined;
};
type Shown = Resent & { notice?: string | undefined; history: readonly HistoryEntry[] };

function hintOf({ hints, wording }: EmailTemplate, field: keyof EmailWording): string | undefined {
  if (hints?.[field] !== undefined) return hints[field];
  if (field === "text") return "One paragraph a line.";
  return field === "small" && wording.small === "" ? "May be empty." : undefined;
}

/** The page of one email: its words, its placeholders, its preview, and its history. */
export function emailPage(desk: DeskInput, { template, wording, seen, preview }: EmailInput, shown: Shown) {
  const field = fieldsOf({ ...wording }, shown);
  const isShipped = versionOf(wording) === versionOf(template.wording);
  const names = (Object.keys(wordingLabels) as (keyof EmailWording)[]).filter(
    (name) => name !== "button" || template.wording.button !== "",
  );
  const version = seen ?? versionOf(wording);
  return {
    ...deskFrame(desk, template.name, staffEmailsPath),
    token: desk.token,
    notice: shown.notice,
    history: shown.history,
    back: staffEmailsPath,
    name: template.name,
    when: template.when,
    action: staffEmailPath(template.kind),
    seen: version,
    fields: names.map((name) =>
      field({
        ...{ name, label: wordingLabels[name], hint: hintOf(template, name) },
        ...(name === "text" && { kind: "text" as const, rows: 12 }),
      }),
    ),
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
    mayWrite: may(desk.staff, "emails:write"),
    reset: isShipped ? undefined : staffEmailResetPath(template.kind),
    ...refusalOf(shown.refusal),
  };
}
type EmailPage = ReturnType<typeof emailPage>;
export const emailView = view<EmailPage>("staff/email");
