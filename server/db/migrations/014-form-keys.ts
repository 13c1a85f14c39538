import { type Kysely, sql } from "kysely";

/**
 * Keys of forms on which Pay was pressed; without an attempt where the answer was another total.
 */
const table = `CREATE TABLE form_key (
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  key TEXT NOT NULL,
  attempt_id TEXT REFERENCES attempt(id),
  at INT8 NOT NULL,
  PRIMARY KEY (checkout_id, key)
)`;

/** Adds an empty table, the same on both engines. */
export const formKeysMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(table).execute(db);
  },
});
