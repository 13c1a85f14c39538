import type { Cents } from "../../money.ts";
import type { Refusal } from "../../outcome.ts";
import { methodsText, type Promo } from "./promo.ts";

/** A promo for a cart: why it does not apply, if so, and what it takes off goods and shipping. */
export type PromoOffer = {
  promo: Promo;
  refusal: Refusal | undefined;
  /** whether it would apply with another shipping method */
  isLostByMethod: boolean;
  saving: Cents;
};

/**
 * The offer that the shopper gets: the largest saving, and of equal ones the first. An automatic
 * promo that takes nothing off uses nothing up, except free shipping before a method is chosen.
 */
export function bestOffer(offers: readonly PromoOffer[], methodId: string | undefined): PromoOffer | undefined {
  const isWorth = ({ promo: { automatic, kind }, saving }: PromoOffer): boolean =>
    !automatic || saving > 0 || (kind === "shipping" && methodId === undefined);
  return offers
    .filter((offer) => offer.refusal === undefined && isWorth(offer))
    .reduce<PromoOffer | undefined>((best, offer) => (best && best.saving >= offer.saving ? best : offer), undefined);
}

/**
 * What the shopper should know about promos: that another one applies than the typed code, that an
 * automatic one makes shipping free, or that the chosen shipping method loses one.
 */
export function promoNote(offers: readonly PromoOffer[], best: PromoOffer | undefined): string | undefined {
  const typed = offers.find(({ promo, refusal }) => !promo.automatic && refusal === undefined);
  const saved = best?.saving ?? 0;
  const missed = offers.find(({ promo, saving, isLostByMethod }) => promo.automatic && isLostByMethod && saving > saved);
  const notes = [
    ...(best && typed && best !== typed ? [`${best.promo.label} saves you more than ${typed.promo.label}, so it applies.`] : []),
    ...(best?.promo.automatic && best.promo.kind === "shipping" ? [`Free shipping with ${best.promo.label}.`] : []),
    ...(missed ? [methodsText(missed.promo)] : []),
  ];
  return notes.length > 0 ? notes.join(" ") : undefined;
}
