import { cardBrand, fullYear, luhn } from "../../rules/card.ts";
import type { RevealedCard } from "../card-data.ts";
import { faultCards } from "./faults.ts";

/** The test gateway's verdict on a card, and the only card data that it stores. */
export type Verdict = {
  approved: boolean;
  code: string;
  cvv: string;
  brand: ReturnType<typeof cardBrand>;
  last4: string;
  fault: string | null;
};

export const approvingCards: ReadonlySet<string> = new Set([
  "4242424242424242",
  "5555555555554444",
  "378282246310005",
  "6011111111111117",
  "4111111111111111",
  "4007000000027",
  "5424000000000015",
  "370000000000002",
  "6011000000000012",
]);

export const refusingCards: ReadonlyMap<string, string> = new Map([
  ["4000000000000002", "card_declined"],
  ["4000000000009995", "insufficient_funds"],
  ["4000000000000069", "expired_card"],
  ["4000000000000127", "incorrect_cvc"],
  ["4000000000000119", "processing_error"],
]);

/**
 * Any Luhn-valid number of this range is approved. Each test that searches for traces of a card
 * uses its own number.
 */
const canaryRange = /^99995\d{11}$/;

/** A security code that is approved but does not match, for trying out the code check. */
const unknownCode = "901";

/**
 * Approves the gateway's test numbers with a right expiry and code, and declines all other cards.
 */
export function verdictOfCard(card: RevealedCard, now: Date): Verdict {
  const code = refusalOf(card, now);
  return {
    approved: code === undefined,
    code: code ?? "approved",
    cvv: code === "incorrect_cvc" || card.code === unknownCode ? "N" : "M",
    brand: cardBrand(card.number),
    last4: /^\d+$/.test(card.number) ? card.number.slice(-4) : "",
    fault: code === undefined ? (faultCards.get(card.number) ?? null) : null,
  };
}

function refusalOf({ number, expiry, code }: RevealedCard, now: Date): string | undefined {
  if (!luhn(number)) return "incorrect_number";
  const expires = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiry);
  if (!expires) return "invalid_expiry";
  if (monthsLeft(Number(expires[2]), Number(expires[1]), now) < 0) return "expired_card";
  if (!/^\d{3,4}$/.test(code)) return "incorrect_cvc";
  if (approvingCards.has(number) || faultCards.has(number) || canaryRange.test(number)) return undefined;
  return refusingCards.get(number) ?? "not_a_test_card";
}

/**
 * A card is valid until its last month has ended everywhere on earth, which is twelve hours after
 * UTC.
 */
function monthsLeft(twoDigitYear: number, month: number, now: Date): number {
  const west = new Date(now.getTime() - 12 * 3_600_000);
  return (fullYear(twoDigitYear, west.getUTCFullYear()) - west.getUTCFullYear()) * 12 + month - 1 - west.getUTCMonth();
}
