import type { Tx } from "../db/tables.ts";
import { abandonAllOf } from "./queries/checkouts.ts";

/** Abandons the open checkouts of a customer whose account is closed. */
export const abandonCheckoutsOf = (tx: Tx, customerId: string, now: number): Promise<void> => abandonAllOf(tx, customerId, now);
