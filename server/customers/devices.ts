import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { forgetDevice, forgetDevices } from "./known-devices.ts";
import { agentWords } from "./rules/agent.ts";
import { customerSubject, type EventSource, recordSecurityEvent } from "./security-events.ts";
import { endSession, endSessionOf, endSessions } from "./sessions.ts";

/** Ends this browser's session, if it has one. */
export const signOut = (db: Db, { customerId, session }: Visitor, source: EventSource, now: number): Promise<void> =>
  transact(db, async (tx) => {
    if (customerId === undefined || session === undefined) return;
    await endSession(tx, session);
    await recordSecurityEvent(tx, customerSubject(customerId), { kind: "signed-out", source }, now);
  });

type SignOutDeviceInput = { customerId: string; id: string; source: EventSource; now: number };

/**
 * Signs one of a customer's devices out and forgets it as a known device. The refusal is the same
 * for another customer's device and an unknown one.
 */
export const signOutDevice = (db: Db, { customerId, id, source, now }: SignOutDeviceInput): Promise<Outcome<object>> =>
  transact(db, async (tx) => {
    const session = await endSessionOf(tx, customerId, id, now);
    if (!session) return notFound;
    if (session.device !== null) await forgetDevice(tx, session.device);
    const event = { kind: "device-signed-out" as const, source, detail: agentWords(session.agent) };
    await recordSecurityEvent(tx, customerSubject(customerId), event, now);
    return ok({});
  });

/** Signs all of a customer's devices out, including the current one. */
export const signOutEverywhere = (db: Db, customerId: string, source: EventSource, now: number): Promise<void> =>
  transact(db, (tx) => endEverySession(tx, customerId, source, now));

/** Signs all of a customer's devices out in the caller's transaction. */
export async function endEverySession(tx: Tx, customerId: string, source: EventSource, now: number): Promise<void> {
  await endSessions(tx, customerId, now);
  await forgetDevices(tx, customerId);
  await recordSecurityEvent(tx, customerSubject(customerId), { kind: "signed-out-everywhere", source }, now);
}
