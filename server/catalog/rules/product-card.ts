import { type Cents, dollars, priceRange, toAmount } from "../../money.ts";
import { productPath } from "../paths.ts";
import { canBuy, unavailableText } from "./availability.ts";
import { availabilityOf, type Card } from "./card.ts";
import type { Picture } from "./pictures.ts";
import { priceSpan } from "./prices.ts";
import { type Backdrop, defaultVariant, type ListedProduct, type Variant } from "./product.ts";
import type { ShipTo } from "./ship-to.ts";
import { restrictedAreas, type StateRule } from "./states.ts";

/** Props of a card's add-to-cart island. */
type AddToCartValues = { variantId: string; name: string; variant?: string; category: string; price: number };

/** Props of the island that lets one of several options be chosen. */
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
  /** why it cannot be bought, instead of the button */
  unavailable: string;
  /**
   * `ID TX`: where it may not be sold, for the island that marks cards by the shopper's choice;
   * empty once the server has marked them
   */
  restrictedAreas: string;
  heart: { productId: string; name: string };
  buy: AddToCartValues | undefined;
  /** instead of it, where there are several options to choose from */
  choose: ChooseOptionsValues | undefined;
  /** pictures of the first row load at once, the very first with priority */
  eager: boolean;
  first: boolean;
  /** on a customer's own favourites: the form that removes it where no script runs */
  kept?: { id: string; action: string; name: string; token: string | undefined };
};

/** `rules` may be those of every state. */
export type Showing = { rules: readonly StateRule[]; shipTo: ShipTo | undefined; now: number };

/** The former price, where all variants have the same price and former price. */
function formerPrice({ variants }: ListedProduct): Cents | undefined {
  const [first] = variants;
  const same = variants.every(({ price, compareAt }) => price === first?.price && compareAt === first.compareAt);
  return same ? first?.compareAt : undefined;
}

const buyOf = ({ name, category }: ListedProduct, variant: Variant): AddToCartValues => ({
  variantId: variant.id,
  name,
  ...(variant.name && { variant: variant.name }),
  category: category.slug,
  price: toAmount(variant.price),
});

/** The address with the chosen state: links carry it, so that it works without scripts. */
export const keepingState = (path: string, shipTo: ShipTo | undefined): string =>
  shipTo ? `${path}?ship_to=${shipTo.area}` : path;

export const eagerCards = 4;

/** `at` is its index in the list: pictures of the first row load at once. */
export function productCard(product: ListedProduct, at: number, { rules, shipTo, now }: Showing): ProductCard {
  const ofState = rules.filter(({ country, area }) => country === shipTo?.country && area === shipTo.area);
  const card = availabilityOf(product, ofState, now);
  const ids = { id: product.id, categoryId: product.category.id };
  const { start, stop } = priceSpan(product.variants.map(({ price }) => price));
  const was = card.discountPercent > 0 ? formerPrice(product) : undefined;
  const variant = canBuy(card) ? defaultVariant(product) : undefined;
  const several = product.variants.length > 1;
  return {
    id: product.id,
    href: productPath(product.slug),
    name: product.name,
    brand: product.brand,
    label: card.label,
    backdropColour: product.category.backdrop,
    picture: product.pictures[0],
    // Nothing of it is for sale: it has no price.
    price: product.variants.length === 0 ? "" : priceRange(start, stop),
    was: was === undefined ? undefined : dollars(was),
    save: card.discountPercent,
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
