import type { LogoScheme } from "../../content/rules/shop-settings.ts";
import { view } from "../../web/view.ts";
import { type FieldView, fieldsSentAlong, formErrors, type ResentForm, resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffPagesPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";

/** The state of a page with a form: the sent form, the notice, and the history. */
export type ContentFormState = ResentForm & { notice?: string | undefined; history?: readonly HistoryEntry[] };

export const mayWritePages = ({ staff }: StaffContext): boolean => may(staff, "pages:write");
export const backToPages = { href: staffPagesPath, name: "Pages" };

type ContentForm = {
  heading: string;
  action: string;
  seen: string;
  fields?: readonly FieldView[];
  /** groups below the fields, each with a heading */
  groups?: readonly { heading: string; lead?: string; fields: readonly FieldView[] }[];
  mayWrite: boolean;
  back?: { href: string; name: string };
  lead?: string;
  previews?: true;
  preview?: string | undefined;
  warnings?: readonly string[];
  links?: readonly { href: string; name: string }[];
  address?: { action: string; fields: readonly FieldView[] } | undefined;
  removal?: { action: string; warning?: string | undefined } | undefined;
  uploads?: readonly PictureUpload[];
};

/** A form that uploads one picture, with the present picture and further fields. */
type PictureUpload = {
  id: string;
  heading: string;
  action: string;
  src: string;
  hint: string;
  /**
   * the picture's place in the record, if the record has several; such a picture has a description
   */
  place?: string;
  alt?: string;
  /** the description sent with a refused picture, to be sent again */
  typedAlt?: string;
  /** the pages, light or dark, that show the picture; it is shown on their background */
  scheme?: LogoScheme;
  removal?: { action: string; label: string } | undefined;
};

/** The page of a content form, with its history. */
export const contentForm = (context: StaffContext, current: string, state: ContentFormState, form: ContentForm) => ({
  ...staffFrame(context, form.heading, current),
  token: context.token,
  notice: state.notice,
  history: state.history ?? [],
  warnings: [],
  links: [],
  back: undefined,
  lead: undefined,
  previews: undefined,
  preview: undefined,
  address: undefined,
  removal: undefined,
  uploads: [],
  kept: fieldsSentAlong(state),
  ...form,
  fields: resentFields(form.fields ?? [], state),
  groups: (form.groups ?? []).map((group) => ({ ...group, fields: resentFields(group.fields, state) })),
  ...formErrors(state.refusal),
});
type ContentFormPage = ReturnType<typeof contentForm>;
export const contentFormView = view<ContentFormPage>("staff/content-form");
