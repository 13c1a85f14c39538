import type { Db, NewRow, Row, Tx } from "../db/tables.ts";
import type { Person } from "./rules/close-to-person.ts";

export type AccountRow = Pick<
  Row<"customer">,
  | "id"
  | "email"
  | "email_norm"
  | "email_verified"
  | "password_hash"
  | "first_name"
  | "last_name"
  | "demo"
  | "disabled_at"
  | "pending_email"
  | "signed_out_at"
>;

const accounts = (reader: Db | Tx) =>
  reader
    .selectFrom("customer")
    .select([
      "id",
      "email",
      "email_norm",
      "email_verified",
      "password_hash",
      "first_name",
      "last_name",
      "demo",
      "disabled_at",
      "pending_email",
      "signed_out_at",
    ]);

/** Finds an account by its normalised email, even if it is disabled. */
export const findAccountByEmail = (reader: Db | Tx, emailNorm: string): Promise<AccountRow | undefined> =>
  accounts(reader).where("email_norm", "=", emailNorm).executeTakeFirst();

/** Finds an account by its id, even if it is disabled. */
export const findAccount = (reader: Db | Tx, id: string): Promise<AccountRow | undefined> =>
  accounts(reader).where("id", "=", id).executeTakeFirst();

/** The account's holder; a new password must not be close to the email or a name. */
export const personOf = ({ email, first_name, last_name }: AccountRow): Person => ({
  email,
  firstName: first_name,
  lastName: last_name,
});

/**
 * Finds and locks an account, so that no concurrent change ends its sessions while a new session
 * begins.
 */
export const lockAccount = (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  accounts(tx).where("id", "=", id).forUpdate().executeTakeFirst();

/** Adds an account; throws if another account has the normalised email. */
export const insertAccount = (tx: Tx, row: NewRow<"customer">) => tx.insertInto("customer").values(row).execute();

/** Sets the password's hash; the caller ends the sessions. */
export const setPasswordHash = (tx: Tx, id: string, hash: string) =>
  tx.updateTable("customer").set({ password_hash: hash }).where("id", "=", id).execute();

/** Marks the address as verified, after a mailed link was followed. */
export const markVerified = (tx: Tx, id: string) =>
  tx.updateTable("customer").set({ email_verified: 1 }).where("id", "=", id).execute();
