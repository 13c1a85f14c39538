import { type Kysely, sql } from "kysely";

/**
 * Whoever knows the id of a guest's checkout that another browser holds changes a copy of its own
 * (decisions §4). Two first changes at once make one. The index also finds what a browser holds.
 */
export const checkoutCopiesMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`ALTER TABLE checkout ADD COLUMN copied_from TEXT`.execute(db);
    await sql`CREATE UNIQUE INDEX checkout_copy ON checkout (visitor, copied_from)`.execute(db);
  },
};
