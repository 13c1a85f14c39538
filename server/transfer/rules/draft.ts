import type { NewProductValues } from "../../catalog/rules/product-values.ts";
import type { NewVariantValues } from "../../catalog/rules/variant-fields.ts";

/**
 * A product that was read from a file and is not saved yet. `line` is the number of its first line.
 * A field that the file lacks is absent here, and keeps its value in the shop.
 */
export type Draft = NewProductValues & {
  line: number;
  slug: string;
  /** category slug */
  category: string;
  published: boolean;
  /** the file requires that the product is new, or that it exists already */
  only?: "new" | "existing";
  /** unsanitised HTML from the file */
  description?: string | undefined;
  /** ms; only for creation */
  createdAt?: number;
  /** all of its attributes; attributes that the shop lacks are created */
  attributes?: readonly DraftAttribute[];
  variants: readonly DraftVariant[];
  pictures: readonly DraftPicture[];
};

/** A value is undefined if the file lacks its column; the shop then keeps its stored value. */
export type DraftVariant = NewVariantValues & {
  line: number;
  key: string;
  /** option values joined by " / "; empty without a choice */
  name: string;
  options: Record<string, string>;
  /** units on hand; undefined if the file does not say */
  onHand: number | undefined;
  /** cents; undefined if the file does not say */
  cost?: number | undefined;
  /** url of the picture that shows this variant, or empty */
  picture: string;
};

/**
 * A value of an attribute, with slugs and names. `position` is the value's position in its
 * attribute, if the file has one.
 */
export type DraftAttribute = {
  /**
   * `among`: all attributes of the file, in order. If one must be created, all missing ones are
   * created together, to keep the order
   */
  attribute: { slug: string; name: string; among?: readonly { slug: string; name: string }[] };
  value: { slug: string; name: string; position?: number };
};

/**
 * `url` is the file's text: an http(s) address, or a file's name in the owner's folder. An empty
 * `alt` keeps the picture's description.
 */
export type DraftPicture = { line: number; url: string; alt: string; position: number };
