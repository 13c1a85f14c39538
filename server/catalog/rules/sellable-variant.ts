import type { Cents } from "../../money.ts";
import type { Backdrop } from "./product.ts";

/** A variant with the data that a cart, a checkout or an order needs. */
export type SellableVariant = {
  id: string;
  productId: string;
  slug: string;
  productName: string;
  variantName: string;
  categoryId: string;
  categorySlug: string;
  price: Cents;
  compareAt: Cents | undefined;
  /** the variant's weight; 0 if unknown */
  grams: number;
  /** on hand less reserved */
  left: number;
  /** the variant is active and its product published */
  active: boolean;
  picture: { url: string; alt: string };
  backdropColour: Backdrop;
};
