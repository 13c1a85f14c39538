import { type Kysely, sql } from "kysely";

const unconfirmed = "(SELECT id FROM customer WHERE email_verified = 0)";

/**
 * What an account whose address nobody has confirmed signs in with beside its password: who signed up may not be the
 * address's holder, and would come in by it after the holder has set a new password.
 */
export const unconfirmedFactorsMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ["passkey", "totp", "recovery_code"])
      await sql.raw(`DELETE FROM ${table} WHERE subject_kind = 'customer' AND subject_id IN ${unconfirmed}`).execute(db);
    for (const [table, column] of [
      ["passkey_challenge", "subject"],
      ["known_device", "customer_id"],
    ])
      await sql.raw(`DELETE FROM ${table} WHERE ${column} IN ${unconfirmed}`).execute(db);
  },
};
