import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { findSellable } from "./queries/variants.ts";

/** A variant as a cart, a checkout or an order needs it. */
export type SellableVariant = {
  id: string;
  productId: string;
  slug: string;
  productName: string;
  variantName: string;
  categoryId: string;
  categorySlug: string;
  price: Cents;
  compareAt: Cents | undefined;
  /** units that nobody holds */
  left: number;
  /** the variant is active and its product published */
  active: boolean;
  picture: { url: string; alt: string };
  ground: "white" | "black";
};

/** The variants of `ids`, in no order; unknown ids are left out. Two queries, however many. */
export const findVariants = (reader: Db, ids: readonly string[]): Promise<SellableVariant[]> =>
  findSellable(reader, [...new Set(ids)]);
