import { type Kysely, sql } from "kysely";

const statements = [
  // The list of a state is read in its order: most orders are shipped, and sorting them all takes longer than the page may.
  "CREATE INDEX orders_by_state_and_number ON orders (state, number)",
  "CREATE INDEX orders_by_phone ON orders (number) WHERE taken_by IS NOT NULL",
  // SQLite would choose the index of all orders of the state.
  "CREATE INDEX orders_by_phone_and_state ON orders (state, number) WHERE taken_by IS NOT NULL",
];

/** The staff's list of orders reads no more than it shows: by state, and those that were taken on the phone. */
export const ordersByPhoneMigration = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of statements) await sql.raw(text).execute(db);
  },
});
