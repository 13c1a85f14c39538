import { type CleanDescription, type Cleaner, cleanWithSource } from "./description.ts";
import type { Sharing } from "./rules/pictures.ts";
import type { NewProductValues } from "./rules/product-values.ts";
import type { NewVariantValues } from "./rules/variant-fields.ts";

export type NewVariant = NewVariantValues & {
  /** the id of the stored variant, or an id for a new one */
  id?: string;
  /** identifies the variant: its SKU, or else its handle and options */
  key: string;
  /** empty if the product has only this variant */
  name: string;
  options: Record<string, string>;
  /**
   * units on hand for a new variant, 0 if absent. For a stored variant only `stock: "set"` uses the
   * field, if present
   */
  stock?: number | undefined;
  /** index of the product's picture that shows the variant, from 0 */
  picture?: number;
  /** the cost price of a unit, in cents; if it is absent, the stored one stays */
  cost?: number | undefined;
};

export type NewPicture = {
  kind: "drawn" | "stored";
  key: string;
  /** describes the picture; if absent, the stored description stays */
  alt?: string;
  width?: number;
  height?: number;
  /** whether links show it; if absent, the stored choice stays */
  sharing?: Sharing | "no";
  /**
   * the address from which an import fetches the picture. A picture of kind `drawn` with this field
   * is not fetched yet. If the same picture was fetched earlier, the stored file stays
   */
  wantedUrl?: string | undefined;
};

/**
 * The slugs of an attribute and its value. If the attribute or the value does not exist, it is
 * created with `names`.
 */
export type NewPick = {
  attribute: string;
  value: string;
  names?: {
    attribute: string;
    /** all attributes to create, in this order, if one of them is missing */
    among?: readonly { slug: string; name: string }[] | undefined;
    value: string;
    /** the value's position in its attribute; if absent, the value comes last */
    position?: number | undefined;
  };
};

/**
 * A whole product from an owner or an import. An absent field gets a default in a new product, and
 * keeps its value in a stored product.
 */
export type NewProduct = NewProductValues & {
  /** only for creation */
  id?: string;
  /** `new` refuses a product that exists already, `existing` a product that does not exist */
  only?: "new" | "existing" | undefined;
  slug: string;
  /** slug of an existing category */
  category: string;
  /** HTML; cleaned before it is stored */
  description?: string | undefined;
  demo?: boolean;
  /** ms; only for creation */
  createdAt?: number | undefined;
  /** all attributes of the product */
  attributes?: readonly NewPick[] | undefined;
  pictures?: readonly NewPicture[];
  /** all of its variants, in order; a stored variant that is missing here is no longer sold */
  variants: readonly NewVariant[];
};

/** A product with a clean description. Cleaning takes too long for a transaction. */
export type CleanProduct = Omit<NewProduct, "description"> & { description?: CleanDescription };

/** Makes a function that cleans a product's description, if the product has one. */
export const cleanedBy =
  (clean: Cleaner) =>
  ({ description, ...product }: NewProduct): CleanProduct =>
    description === undefined ? product : { ...product, description: clean(description) };

/** Removes disallowed parts from the description. */
export const cleanProduct = cleanedBy(cleanWithSource);
