import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import { own, type Rule } from "./046-page-changes/watched.ts";

const tables = [
  "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at INT8 NOT NULL)",
  `CREATE TABLE page_redirect (
  path TEXT PRIMARY KEY,
  target TEXT NOT NULL,
  created_at INT8 NOT NULL
)`,
];

const bannerRule: Rule = {
  subject: own("banner", "page"),
  columns: [
    ...["id", "page", "position", "background_url", "background_alt", "title", "subtitle"],
    ...["cta_text", "cta_link", "image_url", "image_alt", "active", "starts_at", "ends_at"],
  ],
  where: (row) => `${row}.active = 1`,
};
const settingRule: Rule = { subject: own("setting", "name"), columns: ["name", "value"] };

/**
 * What the owner sets without code: settings as JSON by name, redirects of addresses, and from and
 * until when a banner is shown.
 */
export const contentSettingsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    const texts = [
      ...tables.map((text) => text + strict),
      "CREATE INDEX page_redirect_by_target ON page_redirect (target)",
      "ALTER TABLE banner ADD COLUMN starts_at INT8",
      "ALTER TABLE banner ADD COLUMN ends_at INT8",
      ...remakeTriggers(engine, "banner", [bannerRule]),
      ...remakeTriggers(engine, "setting", [settingRule]),
    ];
    for (const text of texts) await sql.raw(text.replaceAll("INT8", integer)).execute(db);
  },
});
