import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { endSessionOf, endSessions } from "./sessions.ts";

/**
 * Signs one of a customer's devices out. The refusal is the same for another customer's and an
 * unknown one.
 */
export const signOutDevice = (db: Db, customerId: string, id: string, now: number): Promise<Outcome<object>> =>
  transact(db, async (tx) => ((await endSessionOf(tx, customerId, id, now)) ? ok({}) : notFound));

/** Signs all of them out, including the current one. */
export const signOutEverywhere = (db: Db, customerId: string, now: number): Promise<void> =>
  transact(db, (tx) => endSessions(tx, customerId, now));
