import { type Kysely, sql } from "kysely";

/** Each is read in the order of a list's sort, or narrows it. */
const indexes = [
  "CREATE INDEX variant_by_available ON variant ((on_hand - reserved), id)",
  "CREATE INDEX promo_by_end ON promo (ends_at, code)",
  "CREATE INDEX review_by_stars ON review (stars, at, id)",
  "CREATE INDEX review_not_shown ON review (at, id) WHERE published = 0",
];

/** Indexes for the sorts and filters of stock, promos and reviews. */
export const moreListIndexesMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const index of indexes) await sql.raw(index).execute(db);
  },
};
