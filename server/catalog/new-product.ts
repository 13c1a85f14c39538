import type { Cents } from "../money.ts";
import { type CleanDescription, type Cleaner, cleanWithSource } from "./description.ts";
import type { Label } from "./rules/labels.ts";

export type NewVariant = {
  /** SKU, else handle and options: what it is recognised by */
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
  alt: string;
  width?: number;
  height?: number;
  /**
   * where an import wanted the picture from: `drawn` means that it has yet to come; one that has
   * arrived from there stays
   */
  wantedUrl?: string | undefined;
};

/**
 * Slugs of an attribute and its value. They exist, or `names` tells what they are called when they
 * have to be made.
 */
export type NewPick = {
  attribute: string;
  value: string;
  names?: {
    attribute: string;
    /** attributes that are made together with a missing one, in this order */
    among?: readonly { slug: string; name: string }[] | undefined;
    value: string;
    /** the value's place among those of its attribute, else after the last */
    position?: number | undefined;
  };
};

/**
 * A whole product as an owner or an import gives it. What is absent is a default at first and stays
 * as it is later.
 */
export type NewProduct = {
  slug: string;
  name: string;
  /** slug of a category that exists */
  category: string;
  brand?: string;
  /** HTML; cleaned before it is kept */
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

/**
 * A product whose description is clean: that takes long enough to be done before a transaction
 * begins.
 */
export type CleanProduct = Omit<NewProduct, "description"> & { description?: CleanDescription };

/** Makes a function that cleans a product's description by `clean`; without one nothing changes. */
export const cleanedBy =
  (clean: Cleaner) =>
  ({ description, ...product }: NewProduct): CleanProduct =>
    description === undefined ? product : { ...product, description: clean(description) };

/** Removes from the description all that is not allowed on a page. */
export const cleanProduct = cleanedBy(cleanWithSource);
