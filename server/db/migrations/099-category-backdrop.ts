import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import { own, type Rule } from "./046-page-changes/watched.ts";

const categoryRules: readonly Rule[] = [
  { subject: own("category", "id"), columns: ["id", "slug", "name", "intro", "position", "backdrop"] },
  { subject: () => "'header'", columns: ["slug", "name", "position", "has_products"] },
];

/** A category says what its pictures stand on; until now it was white for apparel, black for all others. */
export const categoryBackdropMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const texts = [
      "ALTER TABLE category ADD COLUMN backdrop TEXT NOT NULL DEFAULT 'black'",
      "UPDATE category SET backdrop = 'white' WHERE slug = 'apparel'",
      ...remakeTriggers(engine, "category", categoryRules),
    ];
    for (const text of texts) await sql.raw(text).execute(db);
  },
});
