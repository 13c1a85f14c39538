import type { Cents } from "../money.ts";
import { type CleanDescription, type Cleaner, cleanWithSource } from "./description.ts";
import type { Label } from "./rules/labels.ts";

export type NewVariant = {
  /** only when it is created */
  id?: string;
  /** SKU, else handle and options: by what it is recognised */
  key: string;
  sku?: string;
  /** empty when the product has only this one */
  name: string;
  options: Record<string, string>;
  price: Cents;
  compareAt?: Cents | undefined;
  /**
   * units on hand when the variant is created, 0 when absent; later only by `stock: "set"`, and
   * then absent leaves them as they are
   */
  stock?: number | undefined;
  grams?: number;
  barcode?: string;
  /** which of the product's pictures shows it, from 0 */
  picture?: number;
};

export type NewPicture = {
  kind: "drawn" | "stored";
  key: string;
  /** what it shows, in words; absent it stays as it is */
  alt?: string;
  width?: number;
  height?: number;
  /**
   * where an import gets the picture from: with `drawn` it is not fetched yet; a fetched one from
   * there stays
   */
  wantedUrl?: string | undefined;
};

/**
 * Slugs of an attribute and its value. They exist, or `names` has the names to create them with.
 */
export type NewPick = {
  attribute: string;
  value: string;
  names?: {
    attribute: string;
    /** attributes that are created together with a missing one, in this order */
    among?: readonly { slug: string; name: string }[] | undefined;
    value: string;
    /** the value's position in its attribute, else after the last */
    position?: number | undefined;
  };
};

/**
 * A whole product from an owner or an import. What is absent gets a default when created, and stays
 * unchanged later.
 */
export type NewProduct = {
  /** only when it is created */
  id?: string;
  /** refused where the shop has it already, or lacks it */
  only?: "new" | "existing";
  slug: string;
  name: string;
  /** slug of a category that exists */
  category: string;
  brand?: string;
  /** HTML; cleaned before it is stored */
  description?: string;
  label?: Label | null;
  published?: boolean;
  premium?: boolean;
  demo?: boolean;
  /** ms; only when it is created */
  createdAt?: number;
  /** all of them */
  attributes?: readonly NewPick[];
  pictures?: readonly NewPicture[];
  /** all of them, in their order: a variant that is left out is no longer sold */
  variants: readonly NewVariant[];
};

/** A product whose description is clean: cleaning takes too long for a transaction. */
export type CleanProduct = Omit<NewProduct, "description"> & { description?: CleanDescription };

/** Makes a function that cleans a product's description by `clean`; without one nothing changes. */
export const cleanedBy =
  (clean: Cleaner) =>
  ({ description, ...product }: NewProduct): CleanProduct =>
    description === undefined ? product : { ...product, description: clean(description) };

/** Removes from the description what is not allowed on a page. */
export const cleanProduct = cleanedBy(cleanWithSource);
