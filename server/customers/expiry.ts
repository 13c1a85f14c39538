import { inBatches } from "../db/batches.ts";
import type { Db } from "../db/tables.ts";
import { retention } from "../retention.ts";
import { deleteSavedAddresses, emptyEvents } from "./queries/expiry.ts";

/** Deletes guests' saved addresses that are older than their browser's cookie can be. */
export const deleteOldAddresses = (db: Db, now: number): Promise<number> =>
  deleteSavedAddresses(db, now - retention.savedAddress);

/** Empties the personal values of security events that happened before `before` (ms). */
export const emptyOldEvents = (db: Db, before: number, now: number): Promise<number> =>
  inBatches((limit) => emptyEvents(db, { before, limit }, now));
