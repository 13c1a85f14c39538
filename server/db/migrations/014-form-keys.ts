import { type Kysely, sql } from "kysely";

/**
 * The forms that Pay was pressed on, by their keys; without an attempt where the answer was another
 * total.
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
