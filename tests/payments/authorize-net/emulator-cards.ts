import { brandNames } from "../../../server/orders/rules/card-brands.ts";
import { approvingCards, refusingCards } from "../../../server/payments/gateways/test/cards.ts";
import { faultCards } from "../../../server/payments/gateways/test/faults.ts";
import { cardBrand } from "../../../server/payments/rules/card.ts";

/** What the emulator says to a card: a response code with its reason. */
export type CardVerdict = { responseCode: 1 | 2 | 3 | 4; reason: number; part?: true };

/** A card that a person at the gateway reviews; `heldWithMoney` is authorized first. */
export const heldCard = "9999990000000295";
export const heldWithMoneyCard = "9999990000000303";

const refusals: Readonly<Record<string, [2 | 3, number]>> = {
  card_declined: [2, 2],
  insufficient_funds: [2, 2],
  expired_card: [3, 8],
  incorrect_cvc: [2, 44],
  processing_error: [3, 25],
};

const canaryRange = /^99995\d{11}$/;
const approved: CardVerdict = { responseCode: 1, reason: 1 };

/** Billing ZIP codes that make the gateway's sandbox decline. */
const decliningZip = "46282";

export function cardVerdict(number: string, zip: string | undefined): CardVerdict {
  if (zip === decliningZip) return { responseCode: 2, reason: 2 };
  if (number === heldCard) return { responseCode: 4, reason: 193 };
  if (number === heldWithMoneyCard) return { responseCode: 4, reason: 252 };
  if (faultCards.get(number) === "partial") return { responseCode: 1, reason: 1, part: true };
  const [responseCode, reason] = refusals[refusingCards.get(number) ?? ""] ?? [];
  if (responseCode !== undefined && reason !== undefined) return { responseCode, reason };
  return approvingCards.has(number) || faultCards.has(number) || canaryRange.test(number)
    ? approved
    : { responseCode: 3, reason: 6 };
}

/** The brand as the gateway writes it, such as `MasterCard`. */
export const accountType = (number: string): string =>
  cardBrand(number) === "mastercard" ? "MasterCard" : (brandNames[cardBrand(number)] ?? "").replaceAll(" ", "") || "Visa";

/** The sandbox's address and code letters by ZIP and code. */
const avsLetters: Readonly<Record<string, string>> = { "46201": "A", "46203": "E", "46205": "N", "46209": "U", "46217": "Z" };
const cvvLetters: Readonly<Record<string, string>> = { "901": "N", "902": "S", "903": "U", "904": "P" };
export const avsOf = (zip: string | undefined): string => avsLetters[zip ?? ""] ?? "Y";
export const cvvOf = (code: string | undefined): string => cvvLetters[code ?? ""] ?? "M";
