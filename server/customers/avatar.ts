import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { avatarUrl, removeAvatar, storeAvatar } from "../media/avatars.ts";
import { type Outcome, ok } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { findAvatar, lockCustomer, setAvatar } from "./queries.ts";
import { recordTries } from "./rate-limits.ts";

const hour = 60 * 60_000;
/**
 * The most pictures that a customer may send in an hour: decoding a picture may take a processor
 * several seconds.
 */
const mostInHour = 20;

/**
 * Stores a new picture of a customer (requirement 199). A job deletes the old file after the
 * commit. If the change fails, the new file is deleted.
 */
export async function changeAvatar(
  { db, media, now }: Pick<Shop, "db" | "media" | "now">,
  customerId: string,
  bytes: Buffer,
): Promise<Outcome<{ url: string }>> {
  const tries = await recordTries(db, [{ kind: "avatar", subject: customerId, most: mostInHour }], hour, now());
  if (!tries.ok) return tries;
  const file = await storeAvatar(bytes, media);
  if (!file.ok) return file;
  const name = file.value;
  try {
    await transact(db, async (tx) => {
      await lockCustomer(tx, customerId);
      await clearAvatar(tx, customerId, now());
      await setAvatar(tx, customerId, name);
    });
  } catch (error) {
    // The transaction may have been committed before the connection failed. So the new file is
    // deleted only if the database certainly does not use it.
    const currentName = await findAvatar(db, customerId).catch(() => name);
    if (currentName !== name) await removeAvatar(media, name).catch(() => {});
    throw error;
  }
  return ok({ url: avatarUrl(name) });
}

/** Removes a customer's picture, if there is one; its file is deleted after the commit. */
export async function clearAvatar(tx: Tx, customerId: string, now: number): Promise<void> {
  const name = await findAvatar(tx, customerId);
  if (!name) return;
  await setAvatar(tx, customerId, null);
  await enqueue(tx, { kind: "remove-avatar", subject: name }, now);
}

/** Removes a customer's picture in its own transaction; also succeeds if there is no picture. */
export const detachAvatar = (db: Db, customerId: string, now: number): Promise<void> =>
  transact(db, async (tx) => {
    await lockCustomer(tx, customerId);
    await clearAvatar(tx, customerId, now);
  });
