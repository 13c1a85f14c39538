import type { Label } from "../../catalog/rules/labels.ts";
import type { Cents } from "../../money.ts";

/** A product as a file has it, before it is written. `line` is its first line. */
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
  /** the file means it for a product that the shop has, or lacks, and for no other */
  only?: "new" | "existing";
  /** a field that the file does not mention is absent, and keeps its value in the shop */
  label?: Label | null;
  premium?: boolean;
  /** ms; only when the product is created */
  createdAt?: number;
  /** all of them; those that the shop does not have are created */
  attributes?: readonly DraftAttribute[];
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
  /** units on hand; undefined where the file does not say */
  onHand: number | undefined;
  grams: number;
  barcode: string;
  /** url of the picture that shows this variant, or empty */
  picture: string;
};

/**
 * A value of an attribute, both by slug and by name. `position` is the value's place among those of
 * its attribute, where the file has it.
 */
export type DraftAttribute = {
  /**
   * `among`: all attributes of the file in its order; when one has to be created, all are, to keep
   * that order
   */
  attribute: { slug: string; name: string; among?: readonly { slug: string; name: string }[] };
  value: { slug: string; name: string; position?: number };
};

/**
 * `url` is the file's text: an http(s) address, or the name of a file in the folder that the owner
 * gives. An empty `alt` leaves the picture's description as it is.
 */
export type DraftPicture = { line: number; url: string; alt: string; position: number };
