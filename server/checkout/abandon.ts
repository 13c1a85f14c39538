import type { Db } from "../db/tables.ts";
import { abandonExpired } from "./queries/checkouts.ts";

/** Gives up open checkouts that nobody changed for 24 hours; returns how many. Their rows are kept, and they hold no stock. */
export const abandonCheckouts = (db: Db, now: number): Promise<number> => abandonExpired(db, now);
