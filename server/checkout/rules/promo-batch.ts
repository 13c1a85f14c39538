import type { FieldError } from "../../outcome.ts";

/** The most codes of a batch, and the most batches of a promo. */
export const mostCodes = 500;
export const mostBatches = 100;

/** The most characters before the random part of a code. */
export const longestPrefix = 12;

export type BatchFields = { size: number; prefix: string };

/** Letters and digits that nobody mistakes for another: without 0, O, 1, I, and L. */
const signs = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/** The number of random characters of a code, which give 49 bits. */
const randomLength = 10;

/** A code, such as `SPRING-7KQ4MX2B9R`; `randomBelow` gives a random whole number below another. */
export function batchCode(prefix: string, randomBelow: (end: number) => number): string {
  const random = Array.from({ length: randomLength }, () => signs.charAt(randomBelow(signs.length))).join("");
  return prefix === "" ? random : `${prefix}-${random}`;
}

/** The errors of the fields of a batch, whose prefix is already in capitals. */
export const batchErrors = ({ size, prefix }: BatchFields): FieldError[] => [
  ...(Number.isInteger(size) && size >= 1 && size <= mostCodes
    ? []
    : [{ field: "size", message: `Enter a whole number from 1 to ${mostCodes}.` }]),
  ...(/^[A-Z0-9]*$/.test(prefix) && prefix.length <= longestPrefix
    ? []
    : [{ field: "prefix", message: `Enter up to ${longestPrefix} letters and digits, or nothing.` }]),
];
