import type { Label } from "../../catalog/rules/labels.ts";
import type { Cents } from "../../money.ts";
import type { DrawnCategory } from "../drawings/motifs.ts";

export type DemoCategory = DrawnCategory;

/** A drawn picture: its key (drawings/spec.ts) and what it shows, in words. */
export type DemoPicture = { key: string; alt: string };

export type DemoVariant = {
  sku: string;
  /** option name → value, in their order; empty when there is nothing to choose */
  options: Record<string, string>;
  priceCents: Cents;
  compareAtCents?: Cents;
  onHand: number;
  weightGrams: number;
  /** which of the product's pictures shows it, from 0 */
  picture: number;
};

export type DemoReview = { author: string; stars: 1 | 2 | 3 | 4 | 5; title: string; body: string; daysAgo: number };

export type DemoProduct = {
  slug: string;
  name: string;
  category: DemoCategory;
  brand: string;
  /** HTML paragraphs */
  description: string;
  pictures: readonly DemoPicture[];
  label?: Label;
  premium: boolean;
  /** may not be sold everywhere: states.ts says where */
  restricted: boolean;
  /** attribute slug → value slugs (attributes.ts) */
  attributes: Record<string, readonly string[]>;
  variants: readonly DemoVariant[];
  reviews: readonly DemoReview[];
  addedDaysAgo: number;
  units90: number;
  views30: number;
};
