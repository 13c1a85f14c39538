import { deleteBefore } from "../../db/batches.ts";
import type { Db, NewRow, Tx } from "../../db/tables.ts";

type Sought = {
  customerId: string;
  hashes: readonly string[];
  /** the device must have been used after this time; ms */
  since: number;
};

/** The hash of the customer's device that was used last, among the given hashes. */
export async function findDevice(reader: Db | Tx, { customerId, hashes, since }: Sought): Promise<string | undefined> {
  const row = await reader
    .selectFrom("known_device")
    .select("secret_hash")
    .where("secret_hash", "in", hashes)
    .where("customer_id", "=", customerId)
    .where("used_at", ">", since)
    .orderBy("used_at", "desc")
    .executeTakeFirst();
  return row?.secret_hash;
}

/**
 * The hash of the device that was used last, by the account's normalised email. Makes one query,
 * whether or not there is an account.
 */
export async function findDeviceByEmail(
  reader: Db | Tx,
  { email, hashes, since }: Omit<Sought, "customerId"> & { email: string },
): Promise<string | undefined> {
  const row = await reader
    .selectFrom("known_device")
    .innerJoin("customer", "customer.id", "known_device.customer_id")
    .select("known_device.secret_hash")
    .where("known_device.secret_hash", "in", hashes)
    .where("customer.email_norm", "=", email)
    .where("known_device.used_at", ">", since)
    .executeTakeFirst();
  return row?.secret_hash;
}

/** The row has the secret's hash, never the secret. */
export async function insertDevice(tx: Tx, row: NewRow<"known_device">): Promise<void> {
  await tx.insertInto("known_device").values(row).execute();
}

/** Records another sign-in with a known device. */
export async function recordDeviceUse(tx: Tx, hash: string, now: number): Promise<void> {
  await tx.updateTable("known_device").set({ used_at: now }).where("secret_hash", "=", hash).execute();
}

/** Deletes a device; an unknown hash changes nothing. */
export async function deleteDevice(tx: Tx, hash: string): Promise<void> {
  await tx.deleteFrom("known_device").where("secret_hash", "=", hash).execute();
}

/** Deletes all of a customer's devices. */
export async function deleteDevicesOf(tx: Tx, customerId: string): Promise<void> {
  await tx.deleteFrom("known_device").where("customer_id", "=", customerId).execute();
}

/** Deletes the devices that were last used before `before` (ms). */
export const deleteDevicesBefore = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "known_device", by: "used_at" }, before);
