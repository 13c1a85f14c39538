import type { Cents } from "../../../money.ts";

/** A product as a file has it, before it is written. `line` is where it stands in the file. */
export type Draft = {
  line: number;
  slug: string;
  name: string;
  /** category slug */
  category: string;
  brand: string;
  /** HTML as the file has it, not yet sanitised */
  description: string;
  published: boolean;
  variants: readonly DraftVariant[];
  pictures: readonly DraftPicture[];
};

export type DraftVariant = {
  line: number;
  key: string;
  sku: string;
  /** option values joined by " / ", empty where there is no choice */
  name: string;
  options: Record<string, string>;
  price: Cents;
  compareAt: Cents | undefined;
  /** units on the shelf; undefined where the file does not say */
  onHand: number | undefined;
  grams: number;
  barcode: string;
  /** url of the picture that shows this variant, or empty */
  picture: string;
};

export type DraftPicture = { line: number; url: string; alt: string; position: number };

/** What a variant is recognised by at the next import: its SKU, else handle and option values. */
export const variantKey = (sku: string, handle: string, values: readonly string[]): string =>
  sku || [handle, ...values].join("/");
