import type { Db } from "../db/tables.ts";
import { findSellable } from "./queries/variants.ts";
import type { SellableVariant } from "./rules/sellable-variant.ts";

/** For features that read variants together with their own rows, in one statement. */
export { sellableParts, toSellable } from "./queries/variants.ts";

/** The variants of `ids`, in no order; unknown ids are left out. One statement, however many. */
export const findVariants = (reader: Db, ids: readonly string[]): Promise<SellableVariant[]> =>
  findSellable(reader, [...new Set(ids)]);
