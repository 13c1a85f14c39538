import type { Generated } from "kysely";

/** Milliseconds since 1970-01-01 UTC. */
type Time = number;

/** What the owner set, by name; a name without a row is as the shop was made. */
export type SettingTable = {
  name: string;
  /** JSON */
  value: string;
  updated_at: Time;
};

/** An address that the shop had once, and the one in its place. */
export type PageRedirectTable = {
  /** below /storefront/, with a final slash */
  path: string;
  target: string;
  created_at: Time;
  /** how often it has led somebody on; a few seconds behind */
  uses: Generated<number>;
  used_at: Generated<Time | null>;
};

/** The words of an email that the owner has changed. */
export type EmailWordingTable = {
  /** the email */
  kind: string;
  subject: string;
  heading: string;
  text: string;
  button: string;
  small: string;
  changed_at: Time;
};

export type ContentTables = { setting: SettingTable; page_redirect: PageRedirectTable; email_wording: EmailWordingTable };
