import { toAmount } from "../../money.ts";
import { productPath } from "../paths.ts";
import { shownQuantity } from "./availability.ts";
import { availabilityOf } from "./card.ts";
import type { Label } from "./labels.ts";
import { discountPercent } from "./prices.ts";
import type { Product, Variant } from "./product.ts";
import { restrictedStates, type StateRule } from "./states.ts";

/** A variant on sale in its public form, for widgets that know only its id. */
export type Offer = {
  variantId: string;
  productId: string;
  /** the product's name */
  name: string;
  variant: string;
  options: Record<string, string>;
  /** the category's slug */
  category: string;
  /** path of the product's page */
  href: string;
  thumbnail: { url: string; alt: string };
  /** dollars */
  price: number;
  /** the former price */
  compareAt: number | null;
  discountPercent: number;
  /** the product's label */
  label: Label | null;
  /** exact up to 5, else 6, as on cached pages */
  left: number;
  /** `US-TX` */
  restrictedStates: string[];
};

/** The offer of a variant. `rules` are the rules of all states; `now` is in ms. */
export function offerOf(product: Product, variant: Variant, rules: readonly StateRule[], now: number): Offer {
  const { id, slug, name, category, pictures } = product;
  const { url, alt } = pictures[variant.picture] ?? pictures[0] ?? { url: "", alt: "" };
  return {
    variantId: variant.id,
    productId: id,
    name,
    variant: variant.name,
    options: variant.options,
    category: category.slug,
    href: productPath(slug),
    thumbnail: { url, alt },
    price: toAmount(variant.price),
    compareAt: variant.compareAt === undefined ? null : toAmount(variant.compareAt),
    discountPercent: discountPercent(variant.price, variant.compareAt),
    label: availabilityOf(product, [], now).label,
    left: shownQuantity(variant.left),
    restrictedStates: restrictedStates({ id, categoryId: category.id }, rules),
  };
}
