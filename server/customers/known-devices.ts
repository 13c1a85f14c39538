import type { Db, Tx } from "../db/tables.ts";
import { newSecret } from "../ids.ts";
import { deviceHash, deviceLife } from "../web/device-cookie.ts";
import {
  deleteDevice,
  deleteDevicesBefore,
  deleteDevicesOf,
  findDevice,
  findDeviceByEmail,
  insertDevice,
  recordDeviceUse,
} from "./queries/known-devices.ts";

/** A sign-in of a browser: the account, and the secrets in the browser's cookie. */
type SigningIn = { customerId: string; secrets: readonly string[] };

/**
 * Whether this account issued one of the browser's secrets at a sign-in, and the secret is valid.
 */
export const isKnownDevice = async (reader: Db | Tx, { customerId, secrets }: SigningIn, now: number): Promise<boolean> =>
  (await findKnown(reader, { customerId, secrets }, now)) !== undefined;

async function findKnown(reader: Db | Tx, { customerId, secrets }: SigningIn, now: number): Promise<string | undefined> {
  if (secrets.length === 0) return undefined;
  const hash = await findDevice(reader, { customerId, hashes: secrets.map(deviceHash), since: now - deviceLife });
  return secrets.find((secret) => deviceHash(secret) === hash);
}

/** The stored device if the account of a normalised email knows one of the browser's secrets. */
export const knownDeviceOf = async (
  reader: Db | Tx,
  { email, secrets }: { email: string; secrets: readonly string[] },
  now: number,
): Promise<string | undefined> =>
  secrets.length === 0
    ? undefined
    : await findDeviceByEmail(reader, { email, hashes: secrets.map(deviceHash), since: now - deviceLife });

/**
 * The device of a sign-in: the secret for its cookie, the stored hash, and whether the device was
 * known before.
 */
export type SignedInDevice = { secret: string; hash: string; isKnown: boolean };

/**
 * Makes this browser a known device of the account. An unknown browser gets a new secret, since
 * another host of the site may have set the secret that the browser sent.
 */
export async function rememberDevice(tx: Tx, signingIn: SigningIn, now: number): Promise<SignedInDevice> {
  const knownSecret = await findKnown(tx, signingIn, now);
  const secret = knownSecret ?? newSecret();
  const hash = deviceHash(secret);
  if (knownSecret) await recordDeviceUse(tx, hash, now);
  else await insertDevice(tx, { secret_hash: hash, customer_id: signingIn.customerId, created_at: now, used_at: now });
  return { secret, hash, isKnown: knownSecret !== undefined };
}

/** Deletes all known devices of a customer, for example if the password changes. */
export const forgetDevices = (tx: Tx, customerId: string): Promise<void> => deleteDevicesOf(tx, customerId);

/** Deletes one known device. */
export const forgetDevice = (tx: Tx, hash: string): Promise<void> => deleteDevice(tx, hash);

/** Deletes the known devices whose cookies have expired in every browser. */
export const deleteExpiredDevices = (db: Db, now: number): Promise<number> => deleteDevicesBefore(db, now - deviceLife);
