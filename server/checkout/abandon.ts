import type { Db, Tx } from "../db/tables.ts";
import { abandonAllOf, abandonExpired } from "./queries/checkouts.ts";

/**
 * Abandons open checkouts that were not changed for 24 hours; returns how many. Their rows stay,
 * and they hold no stock.
 */
export const abandonCheckouts = (db: Db, now: number): Promise<number> => abandonExpired(db, now);

/** Abandons the checkouts of a customer whose account is closed. */
export const abandonCheckoutsOf = (tx: Tx, customerId: string, now: number): Promise<void> => abandonAllOf(tx, customerId, now);
