import type { Db, Tx } from "../db/tables.ts";
import { countUnshipped } from "./queries/unshipped.ts";

/** Sold units of a variant that are still in the shop, since their orders have not shipped. */
export const unshippedUnits = (reader: Db | Tx, variantId: string): Promise<number> => countUnshipped(reader, variantId);
