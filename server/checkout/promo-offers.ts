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
 * The promos that a checkout may get: the promo of the typed code, then the automatic promos, the
 * oldest first. None, if the staff gave the checkout a discount.
 */
export async function findUsablePromos(reader: Db | Tx, checkout: CheckoutRow, now: number): Promise<UsablePromo[]> {
  if (checkout.adjustment?.discount) return [];
  const typed = checkout.promoId === undefined ? undefined : await findPromo(reader, checkout.promoId);
  const promos = [...(typed && !typed.automatic ? [typed] : []), ...(await findAutomaticPromos(reader, now))];
  // A shipping price of the staff stands in place of free shipping.
  const hasShippingPrice = checkout.adjustment?.shipping !== undefined;
  const usable: UsablePromo[] = [];
  for (const promo of promos.filter(({ kind }) => kind !== "shipping" || !hasShippingPrice))
    usable.push({ promo, use: await promoUseOf(reader, checkout, promo) });
  return usable;
}

type OfferInput = {
  /** the cart as a promo's conditions see it: the units that it is for, and the shipping method */
  basisOf: (promo: Promo) => PromoBasis;
  /** the price of goods and shipping with this promo, or without one */
  priceWith: (promo: Promo | undefined) => Cents;
  now: number;
};

/**
 * What each promo would do for a cart. The saving is computed as if the promo were for all shipping
 * methods; the refusal says whether it is for the chosen one.
 */
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
