import type { LogoScheme } from "../../content/rules/shop-settings.ts";
import { staffPagesPath } from "../paths.ts";
import { may } from "../rules/permissions.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { type FormField, keptIn, type Resent, refusalOf } from "./form-fields.ts";
import type { HistoryEntry } from "./history.ts";

/** What a page shows of an earlier press. */
export type Shown = Resent & { notice?: string | undefined; history?: readonly HistoryEntry[] };

export const mayWritePages = ({ staff }: DeskInput): boolean => may(staff, "pages:write");
export const backToPages = { href: staffPagesPath, name: "Pages" };

type Form = {
  heading: string;
  action: string;
  seen: string;
  fields?: readonly FormField[];
  /** below the fields, each with a heading */
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

/** A form that uploads one picture: the one that there is, and what else it asks. */
type PictureUpload = {
  id: string;
  heading: string;
  action: string;
  src: string;
  hint: string;
  /** which picture of the record; with it comes a description */
  place?: string;
  alt?: string;
  /** the description of a picture that was refused, to be sent again */
  typedAlt?: string;
  /** on which pages it stands, and is shown here */
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
export type ContentFormPage = ReturnType<typeof contentForm>;
