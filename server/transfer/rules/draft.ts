import type { NewProductValues } from "../../catalog/rules/product-values.ts";
import type { NewVariantValues } from "../../catalog/rules/variant-fields.ts";

/**
 * A product read from a file and not saved yet. `line` is the number of the product's first line. A
 * field that the file lacks is absent, and the field keeps its value in the shop.
 */
export type Draft = NewProductValues & {
  line: number;
  slug: string;
  /** category slug */
  category: string;
  published: boolean;
  /** the file allows only an existing product, or only a new one */
  only?: "new" | "existing";
  /** unsanitised HTML from the file */
  description?: string | undefined;
  /** ms; only for creation */
  createdAt?: number;
  /** all of its attributes; missing ones are created */
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
  /** url of the picture that shows this variant, or empty */
  picture: string;
};

/**
 * A value of an attribute, both by slug and by name. `position` is the value's position in its
 * attribute, if the file has it.
 */
export type DraftAttribute = {
  /**
   * `among`: all attributes of the file in order; if one has to be created, all are, to keep that
   * order
   */
  attribute: { slug: string; name: string; among?: readonly { slug: string; name: string }[] };
  value: { slug: string; name: string; position?: number };
};

/**
 * `url` is the file's text: an http(s) address, or a file's name in the owner's folder. An empty
 * `alt` keeps the picture's description.
 */
export type DraftPicture = { line: number; url: string; alt: string; position: number };
