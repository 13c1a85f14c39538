import type { Db, Tx } from "../db/tables.ts";
import { abandonAllOf, abandonExpired } from "./queries/checkouts.ts";

/**
 * Gives up open checkouts that nobody changed for 24 hours; returns how many. Their rows are kept,
 * and they hold no stock.
 */
export const abandonCheckouts = (db: Db, now: number): Promise<number> => abandonExpired(db, now);

/** Gives up the checkouts of a customer whose account is closed. */
export const abandonCheckoutsOf = (tx: Tx, customerId: string, now: number): Promise<void> => abandonAllOf(tx, customerId, now);
