import { batchRows, inBatches } from "../db/batches.ts";
import type { Db } from "../db/tables.ts";
import { retention } from "../retention.ts";
import { deleteSavedAddresses, emptyOldEvents } from "./queries/expiry.ts";

/** Deletes guests' saved addresses that no browser has any more, and empties old security events. */
export async function expireCustomerData(db: Db, now: number): Promise<void> {
  await inBatches(() => deleteSavedAddresses(db, now - retention.savedAddress, batchRows));
  await inBatches(() => emptyOldEvents(db, { before: now - retention.securityEventDetail, limit: batchRows }, now));
}
