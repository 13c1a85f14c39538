import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import type { CheckoutRow } from "./find.ts";
import { findAutomaticPromos, findPromo, findPromoUse } from "./queries/promos.ts";
import type { PromoOffer } from "./rules/best-promo.ts";
import { type Promo, type PromoBasis, type PromoUse, promoRefusal } from "./rules/promo.ts";

/** A promo, and how often it was used so far. */
export type UsablePromo = { promo: Promo; use: PromoUse };

/** The uses of a promo that concern a checkout. */
export const promoUseOf = (reader: Db | Tx, { id, email, customerId }: CheckoutRow, promo: Promo): Promise<PromoUse> =>
  findPromoUse(reader, promo, { checkoutId: id, email: normaliseEmail(email), customerId });

/**
 * The promos that a checkout may get: the one of the typed code, then the automatic ones, the oldest
 * first. A discount of the staff stands in place of all promos.
 */
export async function findUsablePromos(reader: Db | Tx, checkout: CheckoutRow, now: number): Promise<UsablePromo[]> {
  if (checkout.adjustment?.discount) return [];
  const typed = checkout.promoId === undefined ? undefined : await findPromo(reader, checkout.promoId);
  const promos = [...(typed && !typed.automatic ? [typed] : []), ...(await findAutomaticPromos(reader, now))];
  const usable: UsablePromo[] = [];
  for (const promo of promos) usable.push({ promo, use: await promoUseOf(reader, checkout, promo) });
  return usable;
}

type OfferInput = {
  /** the units that a promo is for, and the shipping method */
  basisOf: (promo: Promo) => PromoBasis;
  /** goods after discount, and shipping */
  priceWith: (promo: Promo | undefined) => Cents;
  now: number;
};

/** What each promo would do for a cart. A promo's methods decide by its refusal, not by its saving. */
export function promoOffers(promos: readonly UsablePromo[], { basisOf, priceWith, now }: OfferInput): PromoOffer[] {
  if (promos.length === 0) return [];
  const without = priceWith(undefined);
  return promos.map(({ promo, use }) => {
    const basis = basisOf(promo);
    const refusal = promoRefusal(promo, use, basis, now);
    const isLostByMethod = refusal !== undefined && !promoRefusal(promo, use, { ...basis, methodId: undefined }, now);
    return { promo, refusal, isLostByMethod, saving: without - priceWith({ ...promo, methods: [] }) };
  });
}
