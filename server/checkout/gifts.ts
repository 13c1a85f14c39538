import { cardsOf } from "../catalog/cards.ts";
import { allCategories } from "../catalog/categories.ts";
import type { Card } from "../catalog/rules/card.ts";
import { type Backdrop, firstBackdrop } from "../catalog/rules/product.ts";
import { findCountry } from "../customers/rules/areas.ts";
import type { Db } from "../db/tables.ts";
import { type Money, toMoney } from "../money.ts";
import type { WholeCheckout } from "./change.ts";

type Gift = Card & { backdropColour: Backdrop };
export type GiftChoice = { eligible: boolean; threshold: Money; remaining: Money; products: Gift[] };

/**
 * The gifts that a checkout may choose from, now or with more products. Leaves out gifts that
 * cannot be sent now.
 */
export async function giftChoice(db: Db, { priced, shipping }: WholeCheckout, now: number): Promise<GiftChoice> {
  const { eligible, threshold, remaining, productIds } = priced.gifts;
  const country = shipping && findCountry(shipping.country);
  const shipTo = shipping && country && { country: country.code, area: shipping.countryArea };
  const cards = await cardsOf(db, productIds, shipTo, now);
  const products = cards.filter(({ isAvailable, shippable }) => isAvailable && shippable);
  return { eligible, threshold: toMoney(threshold), remaining: toMoney(remaining), products: await onBackdrops(db, products) };
}

async function onBackdrops(db: Db, cards: readonly Card[]): Promise<Gift[]> {
  if (cards.length === 0) return [];
  const backdrops = new Map((await allCategories(db)).map(({ slug, backdrop }) => [slug, backdrop]));
  return cards.map((card) => {
    const { slug } = card.category;
    return { ...card, backdropColour: backdrops.get(slug) ?? firstBackdrop(slug) };
  });
}
