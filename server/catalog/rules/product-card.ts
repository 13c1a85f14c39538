import { type Cents, dollars, priceRange, toAmount } from "../../money.ts";
import { productPath } from "../paths.ts";
import { canBuy, stateText } from "./availability.ts";
import { availabilityOf, type Card } from "./card.ts";
import type { Picture } from "./pictures.ts";
import { priceSpan } from "./prices.ts";
import { backdropColourOf, defaultVariant, type ListedProduct, type Variant } from "./product.ts";
import type { ShipTo } from "./ship-to.ts";
import { restrictedAreas, type StateRule } from "./states.ts";

/** What the add-to-cart island of a card is given. */
type TileBuy = { variantId: string; name: string; variant?: string; category: string; price: number };

/** A product as the card's template shows it (views/catalog/card.hbs). */
export type ProductCard = {
  id: string;
  href: string;
  name: string;
  brand: string;
  label: Card["label"];
  backdropColour: "white" | "black";
  picture: Picture | undefined;
  price: string;
  was: string | undefined;
  save: number;
  /** why it cannot be bought, instead of the button */
  refusal: string;
  /**
   * `ID TX`: where it may not be sold, for the island that marks cards by the shopper's choice;
   * empty once the address has marked them
   */
  restricted: string;
  heart: { productId: string; name: string };
  buy: TileBuy | undefined;
  /** pictures of the first row come at once, the very first with priority */
  eager: boolean;
  first: boolean;
  /** on a customer's own favourites: takes it out of them where no script runs */
  kept?: { id: string; name: string; token: string | undefined };
};

/** `rules` may be those of every state. */
export type Showing = { rules: readonly StateRule[]; shipTo: ShipTo | undefined; now: number };

/** Former price, where every choice costs the same and had the same one. */
function wasOf({ variants }: ListedProduct): Cents | undefined {
  const [first] = variants;
  const same = variants.every(({ price, compareAt }) => price === first?.price && compareAt === first.compareAt);
  return same ? first?.compareAt : undefined;
}

const buyOf = ({ name, category }: ListedProduct, variant: Variant): TileBuy => ({
  variantId: variant.id,
  name,
  ...(variant.name && { variant: variant.name }),
  category: category.slug,
  price: toAmount(variant.price),
});

/**
 * The address that keeps a chosen state: links between pages carry it, so that it holds without
 * scripts.
 */
export const keepingState = (path: string, shipTo: ShipTo | undefined): string =>
  shipTo ? `${path}?ship_to=${shipTo.area}` : path;

export const firstRow = 4;

/** `at` is its place in the list from 0: pictures of the first row load at once. */
export function productCard(product: ListedProduct, at: number, { rules, shipTo, now }: Showing): ProductCard {
  const ofState = rules.filter(({ country, area }) => country === shipTo?.country && area === shipTo.area);
  const card = availabilityOf(product, ofState, now);
  const restricted = { id: product.id, categoryId: product.category.id };
  const { start, stop } = priceSpan(product.variants.map(({ price }) => price));
  const was = card.discountPercent > 0 ? wasOf(product) : undefined;
  const variant = canBuy(card) ? defaultVariant(product) : undefined;
  return {
    id: product.id,
    href: productPath(product.slug),
    name: product.name,
    brand: product.brand,
    label: card.label,
    backdropColour: backdropColourOf(product.category.slug),
    picture: product.pictures[0],
    price: priceRange(start, stop),
    was: was === undefined ? undefined : dollars(was),
    save: card.discountPercent,
    refusal: stateText(card),
    restricted: shipTo ? "" : restrictedAreas(restricted, rules).join(" "),
    heart: { productId: product.id, name: product.name },
    buy: variant && buyOf(product, variant),
    eager: at < firstRow,
    first: at === 0,
  };
}
