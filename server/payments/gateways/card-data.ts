import { inspect } from "node:util";
import type { CardBrand } from "../../orders/rules/card-brands.ts";
import { type CardForm, cardBrand, expiryOf } from "../rules/card.ts";

/** The card as a gateway needs it; `expiry` is MMYY. Used for one gateway request only. */
export type RevealedCard = { number: string; expiry: string; code: string; holder: string };

const placeholder = "[card]";

/**
 * A card between the payment form and the gateway. It cannot be printed, logged, serialised or
 * cloned; only `gateways/` may call `reveal`. JavaScript cannot overwrite a string, so `wipe` drops
 * the last reference. The brand and the last four digits stay, since they may be stored.
 */
export class CardData {
  readonly #brand: CardBrand;
  readonly #last4: string;
  #card: RevealedCard | undefined;

  constructor(form: CardForm) {
    const number = form.cardNumber.replace(/\D/g, "");
    const code = form.securityCode.replace(/\D/g, "");
    this.#card = { number, expiry: monthAndYear(form.expirationDate), code, holder: form.cardName.trim() };
    this.#brand = cardBrand(number);
    this.#last4 = number.slice(-4);
  }

  brand(): CardBrand {
    return this.#brand;
  }

  last4(): string {
    return this.#last4;
  }

  reveal(): RevealedCard {
    if (!this.#card) throw new Error("the card was wiped");
    return this.#card;
  }

  wipe(): void {
    this.#card = undefined;
  }

  toJSON(): string {
    return placeholder;
  }

  toString(): string {
    return placeholder;
  }

  [inspect.custom](): string {
    return placeholder;
  }
}

function monthAndYear(text: string): string {
  const expiry = expiryOf(text);
  return expiry ? [expiry.month, expiry.year % 100].map((half) => String(half).padStart(2, "0")).join("") : "";
}
