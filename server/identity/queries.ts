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

/** `emailNorm` is a normalised email; disabled accounts are found too. */
export const findAccountByEmail = (reader: Db | Tx, emailNorm: string): Promise<AccountRow | undefined> =>
  accounts(reader).where("email_norm", "=", emailNorm).executeTakeFirst();

/** Disabled accounts are found too. */
export const findAccount = (reader: Db | Tx, id: string): Promise<AccountRow | undefined> =>
  accounts(reader).where("id", "=", id).executeTakeFirst();

/** Whom a new password of the account may not be close to. */
export const personOf = ({ email, first_name, last_name }: AccountRow): Person => ({
  email,
  firstName: first_name,
  lastName: last_name,
});

/** Locked, so that no concurrent change ends the account's sessions while one begins. */
export const lockAccount = (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  accounts(tx).where("id", "=", id).forUpdate().executeTakeFirst();

/** Throws when another account has the normalised email. */
export const insertAccount = (tx: Tx, row: NewRow<"customer">) => tx.insertInto("customer").values(row).execute();

/** Ends no session: the caller does. */
export const setPasswordHash = (tx: Tx, id: string, hash: string) =>
  tx.updateTable("customer").set({ password_hash: hash }).where("id", "=", id).execute();

/** After a mailed link was followed. */
export const markVerified = (tx: Tx, id: string) =>
  tx.updateTable("customer").set({ email_verified: 1 }).where("id", "=", id).execute();
