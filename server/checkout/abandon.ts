import { batchRows, inBatches } from "../db/batches.ts";
import type { Db, Tx } from "../db/tables.ts";
import { abandonAllOf } from "./queries/checkouts.ts";
import { abandonSome } from "./queries/expiry.ts";

/**
 * Abandons open checkouts that were not changed for 24 hours, in batches; returns how many. They
 * hold no stock, and are deleted later (expiry.ts).
 */
export const abandonCheckouts = (db: Db, now: number): Promise<number> => inBatches(() => abandonSome(db, now, batchRows));

/** Abandons the checkouts of a customer whose account is closed. */
export const abandonCheckoutsOf = (tx: Tx, customerId: string, now: number): Promise<void> => abandonAllOf(tx, customerId, now);
