import { sql } from "kysely";
import { expect, test } from "vitest";
import { knownMigrations, migrateIn } from "../../server/db/migrate.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines } from "../support/database.ts";
import { openAsItIs, placeAt } from "./database-at.ts";

const account = (id: string, verified: number) => [
  `INSERT INTO customer (id, email, email_norm, email_verified, created_at) VALUES ('${id}', '${id}@a.co', '${id}@a.co', ${verified}, 1)`,
  `INSERT INTO known_device (secret_hash, customer_id, created_at, used_at) VALUES ('${id}', '${id}', 1, 1)`,
  `INSERT INTO passkey_challenge (hash, visitor, subject, expires_at) VALUES ('${id}', 'v', '${id}', 1)`,
  ...factors("customer", id),
];

const factors = (kind: string, id: string) => [
  `INSERT INTO passkey (id, subject_kind, subject_id, relying_party, public_key, counter, transports, name, created_at)
    VALUES ('${kind}-${id}', '${kind}', '${id}', 'a.co', 'k', 0, '[]', 'n', 1)`,
  `INSERT INTO totp (subject_kind, subject_id, secret, created_at, confirmed_at) VALUES ('${kind}', '${id}', 's', 1, 1)`,
  `INSERT INTO recovery_code (subject_kind, subject_id, hash) VALUES ('${kind}', '${id}', 'h')`,
];

const subjects = async (db: Db, table: "passkey" | "totp" | "recovery_code") => {
  const rows = await db.selectFrom(table).select(["subject_kind", "subject_id"]).execute();
  return rows.map(({ subject_kind, subject_id }) => `${subject_kind} ${subject_id}`).toSorted();
};

test.each(engines)("on %s, an account whose address nobody has confirmed signs in by its password alone", async (engine) => {
  const { db } = await openAsItIs(await placeAt(engine, "093-returned-payments"));
  // Somebody of the staff may have the id of a customer.
  const rows = [...account("confirmed", 1), ...account("unconfirmed", 0), ...factors("staff", "unconfirmed")];
  for (const row of rows) await sql.raw(row).execute(db);
  await transact(db, (tx) => migrateIn(tx, engine, knownMigrations(engine)));

  for (const table of ["passkey", "totp", "recovery_code"] as const)
    expect(await subjects(db, table)).toEqual(["customer confirmed", "staff unconfirmed"]);
  const devices = await db.selectFrom("known_device").select("customer_id").execute();
  const challenges = await db.selectFrom("passkey_challenge").select("subject").execute();
  expect([devices, challenges]).toEqual([[{ customer_id: "confirmed" }], [{ subject: "confirmed" }]]);
});
