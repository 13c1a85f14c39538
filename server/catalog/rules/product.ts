import type { Cents } from "../../money.ts";
import type { Label } from "./labels.ts";
import type { Picture } from "./pictures.ts";
import type { StarCounts } from "./reviews.ts";

/** The colour behind pictures. */
export type Backdrop = "white" | "black";

export type Category = { id: string; slug: string; name: string; backdrop: Backdrop };

export type Variant = {
  id: string;
  sku: string;
  barcode?: string;
  name: string;
  /** option name → value: `{ Size: "M" }` */
  options: Record<string, string>;
  price: Cents;
  compareAt: Cents | undefined;
  /** on hand less reserved */
  left: number;
  /** index of the product's picture that shows the variant, from 0 */
  picture: number;
};

/** A product for lists and its own page: active variants only, in the owner's order. */
export type Product = {
  id: string;
  slug: string;
  name: string;
  brand: string;
  category: Category;
  /** the owner's choice of a label; `labelOf` finds the shown label */
  ownLabel: Label | undefined;
  published: boolean;
  createdAt: number;
  variants: readonly Variant[];
  pictures: readonly Picture[];
  /** the picture for links to the product's page */
  shared?: Picture | undefined;
  stars: StarCounts;
};

/** Units of all variants that can be bought. */
export const unitsOf = ({ variants }: Pick<Product, "variants">): number => variants.reduce((sum, { left }) => sum + left, 0);

/**
 * The variant that "Add to cart" on a card adds: the first one that can ship now, else the first of
 * all.
 */
export const defaultVariant = ({ variants }: Pick<Product, "variants">): Variant | undefined =>
  variants.find(({ left }) => left > 0) ?? variants[0];

/** The default backdrop: white for apparel, black for other categories (requirements 150, 151). */
export const firstBackdrop = (categorySlug: string): Backdrop => (categorySlug === "apparel" ? "white" : "black");

/** The variant id in `?variant=`; undefined if malformed. The product may not have this variant. */
export const variantIdOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : undefined;

/** A product's name in refusals and carts, with the variant's name if there is a choice. */
export const fullName = (productName: string, variantName: string): string =>
  variantName && variantName !== productName ? `${productName}, ${variantName}` : productName;
