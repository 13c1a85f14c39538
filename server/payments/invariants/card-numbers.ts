import { cardBrand, luhn } from "../rules/card.ts";

/**
 * Thirteen to nineteen digits, perhaps in groups, that stand alone: an id or a fraction of one is
 * no card number.
 */
const runs = /(?<![0-9A-Za-z])\d(?:[ -]?\d){12,18}(?![0-9A-Za-z])/g;

/** An id may hold such digits by chance, with its hyphens as if they were a card's groups. */
const uuids = /(?<![0-9A-Za-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![0-9A-Za-z])/g;

/** I15: what looks like a card number to anybody who looks for some. */
export const looksLikeCard = (text: string): boolean =>
  [...text.replace(uuids, "").matchAll(runs)].some(([run]) => {
    const digits = run.replace(/\D/g, "");
    return cardBrand(digits) !== "unknown" && luhn(digits);
  });
