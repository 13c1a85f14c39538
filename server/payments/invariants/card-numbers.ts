import { cardBrand, luhn } from "../rules/card.ts";

/**
 * Thirteen to nineteen digits, perhaps in groups, that stand alone: not part of an id or a
 * fraction.
 */
const runs = /(?<![0-9A-Za-z])\d(?:[ -]?\d){12,18}(?![0-9A-Za-z])/g;

/** An id may contain such digits by chance, grouped by hyphens like a card number. */
const uuids = /(?<![0-9A-Za-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![0-9A-Za-z])/g;

/** I15: text that a scanner would take for a card number. */
export const looksLikeCard = (text: string): boolean =>
  [...text.replace(uuids, "").matchAll(runs)].some(([run]) => {
    const digits = run.replace(/\D/g, "");
    return cardBrand(digits) !== "unknown" && luhn(digits);
  });
