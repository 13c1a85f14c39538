import type { Generated } from "kysely";
import type { Flag, Time } from "./column-types.ts";

type BannerTable = {
  id: string;
  page: string;
  position: Generated<number>;
  background_url: string;
  background_alt: Generated<string>;
  title: string;
  subtitle: Generated<string>;
  cta_text: Generated<string>;
  cta_link: Generated<string>;
  image_url: Generated<string>;
  image_alt: Generated<string>;
  active: Generated<Flag>;
  /** when it appears; null: at once */
  starts_at: Generated<Time | null>;
  /** when it disappears; null: never */
  ends_at: Generated<Time | null>;
};

type ContentPageTable = {
  slug: string;
  title: string;
  description: string;
  markdown: string;
  demo: Generated<Flag>;
  updated_at: Time;
};

/** The owner's settings, by name; a name without a row has its default value. */
export type SettingTable = {
  name: string;
  /** JSON */
  value: string;
  updated_at: Time;
};

/** A former address of the shop, and its replacement. */
export type PageRedirectTable = {
  /**
   * the old address in the form of `redirectPath` (content/rules/redirect.ts): a path with a final
   * slash, possibly followed by parameters
   */
  path: string;
  target: string;
  created_at: Time;
  /** how often the redirect was followed; a few seconds behind */
  uses: Generated<number>;
  used_at: Generated<Time | null>;
};

/** The words of an email that the owner has changed. */
export type EmailWordingTable = {
  /** the email's kind */
  kind: string;
  subject: string;
  heading: string;
  text: string;
  button: string;
  small: string;
  changed_at: Time;
};

export type ContentTables = {
  banner: BannerTable;
  content_page: ContentPageTable;
  setting: SettingTable;
  page_redirect: PageRedirectTable;
  email_wording: EmailWordingTable;
};
