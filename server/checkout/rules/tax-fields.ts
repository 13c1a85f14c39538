import type { FieldError } from "../../outcome.ts";
import { isPlace } from "./shipping-fields.ts";

/** A state's or province's tax fields; rates in parts per million. */
export type TaxFields = {
  ratePpm: number;
  /** whether the shop collects tax there */
  nexus: boolean;
  /** ms; null: always */
  nexusFrom: number | null;
  taxShipping: boolean;
  /** differing rates of categories, by their ids; 0: exempt */
  ofCategories: Record<string, number>;
};

const isRate = (ppm: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm <= 1_000_000;

/** `8.25` for 82,500 parts per million */
export const percentText = (ppm: number): string => String(ppm / 10_000);

/**
 * Parts per million of a percentage such as `8.25`; undefined for other text, or more than four
 * decimals.
 */
export function parsePercent(text: string): number | undefined {
  const match = /^(\d{1,3})(?:[.](\d{1,4}))?\s*%?$/.exec(text.trim());
  if (!match?.[1]) return undefined;
  const ppm = Number(match[1]) * 10_000 + Number((match[2] ?? "").padEnd(4, "0"));
  return isRate(ppm) ? ppm : undefined;
}

/** Errors of a place's tax. `code` is the place's code, such as `US-TX`. */
export const taxErrors = (code: string, { ratePpm, nexusFrom, ofCategories }: TaxFields): FieldError[] => [
  ...(isPlace(code) && code.includes("-") ? [] : [{ field: "place", message: "Choose a state or province." }]),
  ...(isRate(ratePpm) ? [] : [{ field: "ratePpm", message: "Enter a percentage from 0 to 100, such as 8.25." }]),
  ...(nexusFrom === null || Number.isSafeInteger(nexusFrom)
    ? []
    : [{ field: "nexusFrom", message: "Enter a day, such as 2026-12-01, or nothing." }]),
  ...(Object.values(ofCategories).every(isRate)
    ? []
    : [{ field: "ofCategories", message: "Enter percentages from 0 to 100, or nothing." }]),
];
