import type { LogoScheme } from "../../content/rules/shop-settings.ts";
import { view } from "../../web/view.ts";
import { staffPagesPath } from "../paths.ts";
import { may } from "../rules/permissions.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { type FormField, keptIn, type Resent, refusalOf } from "./form-fields.ts";
import type { HistoryEntry } from "./history.ts";

/** The values of a page shown again after a form was sent. */
export type Shown = Resent & { notice?: string | undefined; history?: readonly HistoryEntry[] };

export const mayWritePages = ({ staff }: DeskInput): boolean => may(staff, "pages:write");
export const backToPages = { href: staffPagesPath, name: "Pages" };

type Form = {
  heading: string;
  action: string;
  seen: string;
  fields?: readonly FormField[];
  /** groups below the fields, each with a heading */
  groups?: readonly { heading: string; lead?: string; fields: readonly FormField[] }[];
  mayWrite: boolean;
  back?: { href: string; name: string };
  lead?: string;
  previews?: true;
  preview?: string | undefined;
  warnings?: readonly string[];
  links?: readonly { href: string; name: string }[];
  address?: { action: string; field: FormField } | undefined;
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
  /** the place of the picture in the record, if it has several; then it has a description */
  place?: string;
  alt?: string;
  /** the description sent with a refused picture, to be sent again */
  typedAlt?: string;
  /** the pages on which the picture stands, and whose colors it is shown on */
  scheme?: LogoScheme;
  removal?: { action: string; label: string } | undefined;
};

/** A form of the content, with its history. */
export const contentForm = (desk: DeskInput, current: string, { notice, refusal, typed, history = [] }: Shown, shown: Form) => ({
  ...deskFrame(desk, shown.heading, current),
  token: desk.token,
  notice,
  history,
  warnings: [],
  fields: [],
  groups: [],
  links: [],
  back: undefined,
  lead: undefined,
  previews: undefined,
  preview: undefined,
  address: undefined,
  removal: undefined,
  uploads: [],
  kept: keptIn({ typed }),
  ...shown,
  ...refusalOf(refusal),
});
type ContentFormPage = ReturnType<typeof contentForm>;
export const contentFormView = view<ContentFormPage>("staff/content-form");
