import type { Cents } from "../../money.ts";

/** A product as it is exported, its variants in the owner's order. */
export type ExportedProduct = {
  slug: string;
  name: string;
  brand: string;
  /** HTML */
  description: string;
  /** category slug */
  category: string;
  label: string | undefined;
  published: boolean;
  premium: boolean;
  /** ms */
  createdAt: number;
  variants: readonly ExportedVariant[];
  pictures: readonly ExportedPicture[];
  /** ids of its attributes' values */
  valueIds: ReadonlySet<string>;
};

export type ExportedVariant = {
  sku: string;
  name: string;
  options: Readonly<Record<string, string>>;
  price: Cents;
  compareAt: Cents | undefined;
  onHand: number;
  grams: number;
  barcode: string;
  /** which of the product's pictures shows it, from 0 */
  picture: number;
};

/** `url` is the address for the file's reader. */
export type ExportedPicture = { url: string; alt: string };

/**
 * An attribute that some product has, with those of its values that some product has, both in the
 * shop's order.
 */
export type ExportedAttribute = { slug: string; name: string; values: readonly ExportedValue[] };

/** `first` is the index of its first product in the file; values are compared by it alone. */
export type ExportedValue = { id: string; slug: string; name: string; position: number; first: number };
