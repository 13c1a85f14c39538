import type { Db, Tx } from "../db/tables.ts";
import { countUnshipped } from "./queries/unshipped.ts";

/** Units of a variant that were sold and still lie in the shop: those of orders that have not shipped. */
export const unshippedUnits = (reader: Db | Tx, variantId: string): Promise<number> => countUnshipped(reader, variantId);
