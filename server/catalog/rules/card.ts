import { type Money, toAmount, toMoney } from "../../money.ts";
import { shownQuantity } from "./availability.ts";
import { type Label, labelOf } from "./labels.ts";
import { discountPercent, leastDiscount, priceSpan } from "./prices.ts";
import { defaultVariant, type Product, unitsOf, type Variant } from "./product.ts";
import { type ReviewAggregate, ratingOf, reviewAggregate } from "./reviews.ts";
import { maySell, type StateRule } from "./states.ts";

type CardVariant = {
  id: string;
  name: string;
  sku: string;
  options: Record<string, string>;
  /** dollars */
  price: number;
  discountPercent: number;
  quantityAvailable: number;
};

/** A product in the JSON of the API, with exactly the specified fields (requirements 147, 148). */
export type Card = {
  id: string;
  name: string;
  slug: string;
  /** dollars: the lowest price */
  price: number;
  category: { name: string; slug: string };
  brand: string;
  thumbnail: { url: string; alt: string };
  media: string[];
  label: Label | null;
  discountPercent: number;
  shippable: boolean;
  isAvailable: boolean;
  defaultVariant: { id: string; quantityAvailable: number } | null;
  variants: CardVariant[];
  pricing: { priceRange: { start: { net: Money }; stop: { net: Money } } };
  review_aggregate: ReviewAggregate;
};

const variantOf = ({ id, name, sku, options, price, compareAt, left }: Variant): CardVariant => ({
  id,
  name,
  sku,
  options,
  price: toAmount(price),
  discountPercent: discountPercent(price, compareAt),
  quantityAvailable: left,
});

/**
 * Availability of a product. `rules` are the rules of the shopper's state; empty if the state is
 * unknown, so that nothing is restricted.
 */
export function availabilityOf(
  product: Product,
  rules: readonly StateRule[],
  now: number,
): Pick<Card, "label" | "discountPercent" | "shippable" | "isAvailable"> {
  const unitsLeft = unitsOf(product);
  return {
    label: labelOf({ own: product.ownLabel, left: unitsLeft, createdAt: product.createdAt }, now) ?? null,
    discountPercent: leastDiscount(product.variants),
    shippable: unitsLeft > 0,
    isAvailable: product.published && maySell({ id: product.id, categoryId: product.category.id }, rules),
  };
}

/**
 * The card of a product. `rules` are the rules of the shopper's state. The card's `price` is the
 * lowest of all variants, in dollars.
 */
export function cardOf(product: Product, rules: readonly StateRule[], now: number): Card {
  const { start, stop } = priceSpan(product.variants.map(({ price }) => price));
  const variant = defaultVariant(product);
  const [first] = product.pictures;
  return {
    id: product.id,
    name: product.name,
    slug: product.slug,
    price: toAmount(start),
    category: { name: product.category.name, slug: product.category.slug },
    brand: product.brand,
    thumbnail: { url: first?.url ?? "", alt: first?.alt ?? "" },
    media: product.pictures.map(({ url }) => url),
    ...availabilityOf(product, rules, now),
    defaultVariant: variant ? { id: variant.id, quantityAvailable: variant.left } : null,
    variants: product.variants.map(variantOf),
    pricing: { priceRange: { start: { net: toMoney(start) }, stop: { net: toMoney(stop) } } },
    review_aggregate: reviewAggregate(ratingOf(product.stars)),
  };
}

/** The card for a cached page, where quantities are exact only up to 5. */
export const cardForAll = (card: Card): Card => ({
  ...card,
  defaultVariant: card.defaultVariant && {
    id: card.defaultVariant.id,
    quantityAvailable: shownQuantity(card.defaultVariant.quantityAvailable),
  },
  variants: card.variants.map((variant) => ({ ...variant, quantityAvailable: shownQuantity(variant.quantityAvailable) })),
});
