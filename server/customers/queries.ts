import type { Db, Tx } from "../db/tables.ts";
import { addressColumns, toAddress, toColumns } from "./address-columns.ts";
import type { Address } from "./rules/address-fields.ts";

/**
 * Saves the address of a guest's browser. A browser has only one address, and a newer one replaces
 * it.
 */
export async function saveVisitorAddress(tx: Tx, visitor: string, address: Address, now: number): Promise<void> {
  const columns = { ...toColumns(address), at: now };
  await tx
    .insertInto("saved_address")
    .values({ visitor, ...columns })
    .onConflict((conflict) => conflict.column("visitor").doUpdateSet(columns))
    .execute();
}

/** Moves this browser's address to its new id, which has no address yet. */
export const moveVisitorAddress = (tx: Tx, from: string, to: string) =>
  tx.updateTable("saved_address").set({ visitor: to }).where("visitor", "=", from).execute();

/** Deletes a visitor's address, if there is one. */
export const deleteVisitorAddress = (tx: Tx, visitor: string) =>
  tx.deleteFrom("saved_address").where("visitor", "=", visitor).execute();

/** The address that a guest saved in this browser. */
export async function findVisitorAddress(reader: Db | Tx, visitor: string): Promise<Address | undefined> {
  const row = await reader.selectFrom("saved_address").select(addressColumns).where("visitor", "=", visitor).executeTakeFirst();
  return row && toAddress(row);
}

/** Locks the row until the transaction ends; undefined if there is no such customer. */
export const lockCustomer = (tx: Tx, id: string) =>
  tx.selectFrom("customer").select("id").where("id", "=", id).forUpdate().executeTakeFirst();

export type CustomerAddress = { id: string; isDefault: boolean; address: Address };

/** A customer's addresses, the default one first, then the newest. */
export async function findCustomerAddresses(reader: Db | Tx, customerId: string): Promise<CustomerAddress[]> {
  const rows = await reader
    .selectFrom("customer_address")
    .select(["id", "is_default", ...addressColumns])
    .where("customer_id", "=", customerId)
    .orderBy("is_default", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, isDefault: row.is_default === 1, address: toAddress(row) }));
}

type NewAddress = { id: string; customerId: string; isDefault: boolean; address: Address };

/** Stores `isDefault` as given: the caller makes sure that a customer has one default address. */
export const insertCustomerAddress = (tx: Tx, { id, customerId, isDefault, address }: NewAddress, now: number) =>
  tx
    .insertInto("customer_address")
    .values({ id, customer_id: customerId, is_default: isDefault ? 1 : 0, created_at: now, ...toColumns(address) })
    .execute();

/** Updates an address except its default flag. The caller has checked its owner. */
export const updateCustomerAddress = (tx: Tx, id: string, address: Address) =>
  tx.updateTable("customer_address").set(toColumns(address)).where("id", "=", id).execute();

/** Deletes an address; makes no other address the default. The caller has checked its owner. */
export const deleteCustomerAddress = (tx: Tx, id: string) => tx.deleteFrom("customer_address").where("id", "=", id).execute();

/**
 * Sets the default address. A customer has at most one, so the other address loses its flag first.
 */
export async function setDefaultAddress(tx: Tx, customerId: string, id: string): Promise<void> {
  const all = () => tx.updateTable("customer_address").where("customer_id", "=", customerId);
  await all().set({ is_default: 0 }).where("is_default", "=", 1).execute();
  await all().set({ is_default: 1 }).where("id", "=", id).execute();
}

/** The account of a customer, for the settings. */
export async function findAccount(reader: Db | Tx, id: string) {
  const row = await reader
    .selectFrom("customer")
    .select(["email", "disabled_at as disabledAt", "first_name as firstName", "last_name as lastName", "avatar"])
    .select(["password_hash", "email_verified"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { password_hash, email_verified, ...holder } = row;
  return { ...holder, hasPassword: password_hash !== null, isConfirmed: email_verified === 1 };
}

/** Whether a customer has a passkey for this relying party. */
export const hasPasskey = async (reader: Db | Tx, customerId: string, relyingParty: string): Promise<boolean> =>
  (await reader
    .selectFrom("passkey")
    .select("id")
    .where("subject_kind", "=", "customer")
    .where("subject_id", "=", customerId)
    .where("relying_party", "=", relyingParty)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Whether a customer uses an authenticator app: a password alone is then not enough for a proof.
 */
export const hasAuthenticator = async (reader: Db | Tx, customerId: string): Promise<boolean> =>
  (await reader
    .selectFrom("totp")
    .select("subject_id")
    .where("subject_kind", "=", "customer")
    .where("subject_id", "=", customerId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst()) !== undefined;

/**
 * Restores the email of an account and opens it if it was disabled. A mailed link has proven the
 * email.
 */
export const restoreCustomer = (tx: Tx, id: string, email: { email: string; email_norm: string }) =>
  tx
    .updateTable("customer")
    .set({ ...email, email_verified: 1, pending_email: null, disabled_at: null })
    .where("id", "=", id)
    .execute();

/** Hides the profile and blocks the sign-in; nothing is erased yet. */
export const setDisabled = (tx: Tx, id: string, now: number) =>
  tx.updateTable("customer").set({ disabled_at: now }).where("id", "=", id).execute();

/**
 * Erases all personal data in a customer's row, for good; the row itself stays, since orders refer
 * to it. The email may be used again.
 */
export const eraseCustomer = (tx: Tx, id: string) =>
  tx
    .updateTable("customer")
    .set({
      email: "",
      email_norm: `disabled:${id}`,
      email_verified: 0,
      password_hash: null,
      first_name: "",
      last_name: "",
      phone: "",
      gender: "",
      birthday: "",
      avatar: null,
      pending_email: null,
    })
    .where("id", "=", id)
    .execute();

/** Deletes a customer's rows in other tables. */
export async function deleteCustomerData(tx: Tx, customerId: string): Promise<void> {
  await tx.deleteFrom("customer_address").where("customer_id", "=", customerId).execute();
  await tx.deleteFrom("customer_note").where("customer_id", "=", customerId).execute();
  await tx.deleteFrom("favourite").where("customer_id", "=", customerId).execute();
}

/** The customer's email as it was typed, verified or not. */
export async function findCustomerEmail(reader: Db | Tx, customerId: string): Promise<string | undefined> {
  const row = await reader.selectFrom("customer").select("email").where("id", "=", customerId).executeTakeFirst();
  return row?.email;
}

/**
 * The profile of a customer. Fields without an entry are empty; `avatar` is the name of a stored
 * picture or null.
 */
export const findProfile = (reader: Db | Tx, id: string) =>
  reader
    .selectFrom("customer")
    .select(["email", "email_verified", "first_name", "last_name", "phone", "gender", "birthday", "avatar", "pending_email"])
    .where("id", "=", id)
    .executeTakeFirst();

/** Stores a field's value unchanged: the caller has checked it. */
export const setProfileField = (
  tx: Tx,
  id: string,
  field: "first_name" | "last_name" | "phone" | "gender" | "birthday",
  value: string,
) =>
  tx
    .updateTable("customer")
    .set({ [field]: value })
    .where("id", "=", id)
    .execute();

const emailColumns = ["id", "email", "email_norm", "pending_email", "disabled_at"] as const;

/** A customer's email addresses, locked until the end of the transaction. */
export const lockEmails = (tx: Tx, id: string) =>
  tx.selectFrom("customer").select(emailColumns).where("id", "=", id).forUpdate().executeTakeFirst();

/** A customer's email addresses, with the pending one; also for a disabled account. */
export const findEmails = (reader: Db | Tx, id: string) =>
  reader.selectFrom("customer").select(emailColumns).where("id", "=", id).executeTakeFirst();

/** Finds a customer by a normalised email, even if the customer is disabled. */
export const findByEmail = (reader: Db | Tx, emailNorm: string) =>
  reader.selectFrom("customer").select(emailColumns).where("email_norm", "=", emailNorm).executeTakeFirst();

/** Sets the pending address; null removes it. */
export const setPendingEmail = (tx: Tx, id: string, email: string | null) =>
  tx.updateTable("customer").set({ pending_email: email }).where("id", "=", id).execute();

/** Makes the pending address, which a mailed link has verified, the customer's email. */
export const setEmail = (tx: Tx, id: string, email: { email: string; email_norm: string }) =>
  tx
    .updateTable("customer")
    .set({ ...email, email_verified: 1, pending_email: null })
    .where("id", "=", id)
    .execute();

/** The name of a customer's stored picture; null if there is no picture or no such customer. */
export async function findAvatar(reader: Db | Tx, id: string): Promise<string | null> {
  const row = await reader.selectFrom("customer").select("avatar").where("id", "=", id).executeTakeFirst();
  return row?.avatar ?? null;
}

/** Sets the name of a stored picture, or null. Deletes no file. */
export const setAvatar = (tx: Tx, id: string, avatar: string | null) =>
  tx.updateTable("customer").set({ avatar }).where("id", "=", id).execute();
