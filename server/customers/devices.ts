import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { forgetDevice, forgetDevices } from "./known-devices.ts";
import { endSessionOf, endSessions } from "./sessions.ts";

/**
 * Signs one of a customer's devices out, which is a stranger's from then on. The refusal is the
 * same for another customer's and an unknown one.
 */
export const signOutDevice = (db: Db, customerId: string, id: string, now: number): Promise<Outcome<object>> =>
  transact(db, async (tx) => {
    const session = await endSessionOf(tx, customerId, id, now);
    if (!session) return notFound;
    if (session.device !== null) await forgetDevice(tx, session.device);
    return ok({});
  });

/** Signs all of them out, including the current one. */
export const signOutEverywhere = (db: Db, customerId: string, now: number): Promise<void> =>
  transact(db, async (tx) => {
    await endSessions(tx, customerId, now);
    await forgetDevices(tx, customerId);
  });
