import { normaliseEmail } from "../customers/rules/email.ts";
import { tagOf } from "../customers/rules/tags.ts";
import { tagsOf, tagsOfVerified } from "../customers/tags.ts";
import type { Db, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import type { CheckoutRow } from "./find.ts";
import { findAutomaticPromos, findPromoUse, findTypedPromo, isGuestKnown } from "./queries/promos.ts";
import type { PromoOffer } from "./rules/best-promo.ts";
import { type Promo, type PromoBasis, type PromoUse, promoRefusal } from "./rules/promo.ts";

/** A promo, and how often it was used so far. */
export type UsablePromo = { promo: Promo; use: PromoUse };

/** The facts about a checkout's shopper that a promo depends on: earlier uses, orders, and tags. */
export async function promoUseOf(reader: Db | Tx, checkout: CheckoutRow, promo: Promo, now: number): Promise<PromoUse> {
  const { id, email, customerId } = checkout;
  const tags = promo.customerTag === "" ? [] : await tagsOfShopper(reader, checkout, now);
  return await findPromoUse(reader, promo, { checkoutId: id, email: normaliseEmail(email), customerId, tags });
}

/**
 * The folded tags of a signed-in customer's account, once its email is verified. A guest's email
 * counts only in a browser that followed a link that was mailed to it, since anybody can type one.
 */
async function tagsOfShopper(reader: Db | Tx, { email, customerId, visitor }: CheckoutRow, now: number): Promise<string[]> {
  const guest = { visitor: visitor ?? "", email: normaliseEmail(email) };
  const isKnown = customerId === undefined && guest.email !== "" && (await isGuestKnown(reader, guest, now));
  const tagsOfGuest = isKnown ? await tagsOf(reader, guest.email) : [];
  const labels = customerId === undefined ? tagsOfGuest : await tagsOfVerified(reader, customerId);
  return labels.map((label) => tagOf(label).tag);
}

/**
 * The promos that a checkout may get: the promo of the typed code, then the automatic promos, the
 * oldest first. None, if the staff gave the checkout a discount.
 */
export async function findUsablePromos(reader: Db | Tx, checkout: CheckoutRow, now: number): Promise<UsablePromo[]> {
  if (checkout.adjustment?.discount) return [];
  const { promoId, batchCode } = checkout;
  const typed = promoId === undefined ? undefined : await findTypedPromo(reader, promoId, batchCode);
  const promos = [...(typed && !typed.automatic ? [typed] : []), ...(await findAutomaticPromos(reader, now))];
  // A shipping price of the staff stands in place of free shipping.
  const hasShippingPrice = checkout.adjustment?.shipping !== undefined;
  const usable: UsablePromo[] = [];
  for (const promo of promos.filter(({ kind }) => kind !== "shipping" || !hasShippingPrice))
    usable.push({ promo, use: await promoUseOf(reader, checkout, promo, now) });
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
