import { type Cents, dollars, priceRange, toAmount } from "../../money.ts";
import { productPath } from "../paths.ts";
import { canBuy, unavailableText } from "./availability.ts";
import { availabilityOf, type Card } from "./card.ts";
import type { Picture } from "./pictures.ts";
import { priceSpan } from "./prices.ts";
import { type Backdrop, defaultVariant, type Product, type Variant } from "./product.ts";
import { type Rating, ratingOf } from "./reviews.ts";
import type { ShipTo } from "./ship-to.ts";
import { restrictedAreas, type StateRule } from "./states.ts";
import { swatchesOf } from "./swatches.ts";

/** Props of a card's add-to-cart island. */
type AddToCartValues = { variantId: string; name: string; variant?: string; category: string; price: number };

/** Props of the island for choosing one of several options. */
type ChooseOptionsValues = { name: string; href: string; area?: string };

/** A product as the card's template shows it (views/catalog/card.hbs). */
export type ProductCard = {
  id: string;
  href: string;
  name: string;
  brand: string;
  label: Card["label"];
  backdropColour: Backdrop;
  picture: Picture | undefined;
  price: string;
  was: string | undefined;
  save: number;
  /** undefined without reviews */
  rating: Pick<Rating, "halves" | "mean" | "count"> | undefined;
  /** the colours to choose from, such as `#9db08c`; empty if there are fewer than two */
  colours: readonly string[];
  /** why the product cannot be bought; shown in place of the button */
  unavailable: string;
  /**
   * the codes of the states and provinces where the product may not be sold, such as `ID TX` for
   * Idaho and Texas. An island reads them to mark cards after the shopper has chosen a state. Empty
   * if the server has marked the card for the shopper's state
   */
  restrictedAreas: string;
  heart: { productId: string; name: string };
  buy: AddToCartValues | undefined;
  /** shown in place of `buy` if there are several options */
  choose: ChooseOptionsValues | undefined;
  /** pictures of the first row load immediately, the very first with priority */
  eager: boolean;
  first: boolean;
  /** on the page of a customer's favourites: the form that removes the product without scripts */
  kept?: { id: string; action: string; name: string; token: string | undefined };
};

/** The input of a card. `rules` may include rules of states other than `shipTo`. */
export type ProductCardInput = { rules: readonly StateRule[]; shipTo: ShipTo | undefined; now: number };

/** The former price, if all variants have the same price and former price. */
function formerPrice({ variants }: Product): Cents | undefined {
  const [first] = variants;
  const same = variants.every(({ price, compareAt }) => price === first?.price && compareAt === first.compareAt);
  return same ? first?.compareAt : undefined;
}

const buyOf = ({ name, category }: Product, variant: Variant): AddToCartValues => ({
  variantId: variant.id,
  name,
  ...(variant.name && { variant: variant.name }),
  category: category.slug,
  price: toAmount(variant.price),
});

/** Adds the chosen state to a link, so that the state is kept without scripts. */
export const keepingState = (path: string, shipTo: ShipTo | undefined): string =>
  shipTo ? `${path}?ship_to=${shipTo.area}` : path;

export const eagerCards = 4;

/**
 * The card of a product. `at` is its index in the list; pictures of the first row load immediately.
 */
export function productCard(product: Product, at: number, { rules, shipTo, now }: ProductCardInput): ProductCard {
  const ofState = rules.filter(({ country, area }) => country === shipTo?.country && area === shipTo.area);
  const card = availabilityOf(product, ofState, now);
  const ids = { id: product.id, categoryId: product.category.id };
  const { start, stop } = priceSpan(product.variants.map(({ price }) => price));
  const was = card.discountPercent > 0 ? formerPrice(product) : undefined;
  const variant = canBuy(card) ? defaultVariant(product) : undefined;
  const several = product.variants.length > 1;
  const { halves, mean, count } = ratingOf(product.stars);
  const colours = swatchesOf(product.variants);
  return {
    id: product.id,
    href: productPath(product.slug),
    name: product.name,
    brand: product.brand,
    label: card.label,
    backdropColour: product.category.backdrop,
    picture: product.pictures[0],
    // A product without variants on sale has no price.
    price: product.variants.length === 0 ? "" : priceRange(start, stop),
    was: was === undefined ? undefined : dollars(was),
    save: card.discountPercent,
    rating: count > 0 ? { halves, mean, count } : undefined,
    colours: colours.length > 1 ? colours : [],
    unavailable: unavailableText(card),
    restrictedAreas: shipTo ? "" : restrictedAreas(ids, rules).join(" "),
    heart: { productId: product.id, name: product.name },
    buy: several ? undefined : variant && buyOf(product, variant),
    choose:
      variant && several
        ? { name: product.name, href: productPath(product.slug), ...(shipTo && { area: shipTo.area }) }
        : undefined,
    eager: at < eagerCards,
    first: at === 0,
  };
}
