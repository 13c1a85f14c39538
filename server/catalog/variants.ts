import type { Db } from "../db/tables.ts";
import { findSellable } from "./queries/variants.ts";
import type { SellableVariant } from "./rules/sellable-variant.ts";

/** For features that read variants together with their own rows, in one statement. */
export { sellableParts, toSellable } from "./queries/variants.ts";

/**
 * The variants with these ids, in any order; unknown ids are left out. Makes one statement for any
 * number of ids.
 */
export const findVariants = (reader: Db, ids: readonly string[]): Promise<SellableVariant[]> =>
  findSellable(reader, [...new Set(ids)]);
