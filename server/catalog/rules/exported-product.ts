import type { ProductValues } from "./product-values.ts";
import type { VariantValues } from "./variant-fields.ts";

/** A product in an export, with its variants in the owner's order. */
export type ExportedProduct = ProductValues & {
  slug: string;
  /** HTML */
  description: string;
  /** category slug */
  category: string;
  /** ms */
  createdAt: number;
  variants: readonly ExportedVariant[];
  pictures: readonly ExportedPicture[];
  /** ids of the values of the product's attributes */
  valueIds: ReadonlySet<string>;
};

export type ExportedVariant = VariantValues & {
  name: string;
  options: Readonly<Record<string, string>>;
  onHand: number;
  /** cents; for files of people who may see costs */
  cost?: number | null;
  /** index of the product's picture that shows the variant, from 0 */
  picture: number;
};

/**
 * A picture in an export. `url` is an address from which the reader of the file can get the
 * picture.
 */
export type ExportedPicture = { url: string; alt: string };

/** An attribute that is in use, with its values that are in use, in the shop's order. */
export type ExportedAttribute = { slug: string; name: string; values: readonly ExportedValue[] };

/**
 * A value of an attribute. `first` is the index of its first product in the file, and is used only
 * to sort values.
 */
export type ExportedValue = { id: string; slug: string; name: string; position: number; first: number };
