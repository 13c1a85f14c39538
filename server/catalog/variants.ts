import type { Db } from "../db/tables.ts";
import { findSellable } from "./queries/variants.ts";
import type { SellableVariant } from "./rules/sellable-variant.ts";

/** The variants of `ids`, in no order; unknown ids are left out. Two queries, however many. */
export const findVariants = (reader: Db, ids: readonly string[]): Promise<SellableVariant[]> =>
  findSellable(reader, [...new Set(ids)]);
