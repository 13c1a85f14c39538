import { areaName, findCountry } from "../../customers/rules/areas.ts";
import type { Cents } from "../../money.ts";
import type { FieldError } from "../../outcome.ts";
import type { RateStep } from "./shipping-rate.ts";

/**
 * A zone's name and places. A place is a code: `US` for a whole country, or `US-AK` for a part of
 * one.
 */
export type ZoneFields = { name: string; places: string[] };

/**
 * A shipping method's fields. Null means that there is no such value, or that the owner did not
 * give it.
 */
export type MethodFields = {
  name: string;
  description: string;
  /** null: it ships to all of `countries` */
  zoneId: string | null;
  countries: string[];
  price: Cents;
  rateBy: "flat" | "weight" | "subtotal";
  /** prices from a number of grams or cents on; below the first step `price` applies */
  steps: RateStep[];
  freeFrom: Cents | null;
  /** business days */
  daysFrom: number | null;
  daysTo: number | null;
  /** minutes after midnight */
  cutoff: number | null;
  active: boolean;
};

const most = 100_000_000;
const isWhole = (value: number, from: number, to: number): boolean => Number.isInteger(value) && value >= from && value <= to;

/** Splits `US-AK` into `US` and `AK`; the area is empty for a whole country. */
export const placeOf = (code: string): { country: string; area: string } => ({ country: code.slice(0, 2), area: code.slice(3) });

/** Whether the code is a country known to the shop, or a part of one. */
export function isPlace(code: string): boolean {
  const { country, area } = placeOf(code);
  const areas = findCountry(country)?.areas;
  return areas !== undefined && (area === "" ? code === country : areas.some((each) => each.code === area));
}

/** `Alaska, United States` */
export function placeName(code: string): string {
  const { country, area } = placeOf(code);
  const name = findCountry(country)?.name ?? country;
  return area === "" ? name : `${areaName(country, area)}, ${name}`;
}

export const zoneErrors = ({ name, places }: ZoneFields): FieldError[] => [
  ...(name.trim() === "" || name.length > 100 ? [{ field: "name", message: "Enter a name of up to 100 characters." }] : []),
  ...(places.length === 0 ? [{ field: "places", message: "Choose at least one country or state." }] : []),
  ...places.filter((code) => !isPlace(code)).map((code) => ({ field: "places", message: `There is no place ${code}.` })),
];

export function methodErrors(fields: MethodFields): FieldError[] {
  const wrong = (field: keyof MethodFields, message: string, is: boolean): FieldError[] => (is ? [{ field, message }] : []);
  const { countries, zoneId, steps, rateBy, daysFrom, daysTo, cutoff, freeFrom } = fields;
  const isDays = (days: number | null) => days === null || isWhole(days, 0, 90);
  return [
    ...wrong("name", "Enter a name of up to 100 characters.", fields.name.trim() === "" || fields.name.length > 100),
    ...wrong("description", "Enter up to 300 characters.", fields.description.length > 300),
    ...wrong("countries", "Choose at least one country, or a zone.", zoneId === null && countries.length === 0),
    ...wrong("countries", "One of these is no country.", !countries.every((code) => code.length === 2 && isPlace(code))),
    ...wrong("price", "Enter an amount in dollars, such as 5.95, or 0.", !isWhole(fields.price, 0, most)),
    ...wrong(
      "freeFrom",
      "Enter an amount in dollars, such as 75.00, or nothing.",
      freeFrom !== null && !isWhole(freeFrom, 0, most),
    ),
    ...wrong("steps", "Enter each step as in the example, from the lowest on.", rateBy !== "flat" && !areSteps(steps)),
    ...wrong("daysFrom", "Enter days from 0 to 90, or nothing.", !isDays(daysFrom)),
    ...wrong("daysTo", "Enter days from 0 to 90, or nothing.", !isDays(daysTo)),
    ...wrong("daysTo", "Enter the most days too.", daysFrom !== null && daysTo === null),
    ...wrong("daysTo", "The most days are fewer than the least.", daysFrom !== null && daysTo !== null && daysTo < daysFrom),
    ...wrong("cutoff", "Enter a time, such as 14:00, or nothing.", cutoff !== null && !isWhole(cutoff, 0, 1440)),
  ];
}

const areSteps = (steps: readonly RateStep[]): boolean =>
  steps.length > 0 &&
  steps.length <= 20 &&
  steps.every(({ from, price }, at) => isWhole(from, 1, most) && isWhole(price, 0, most) && from > (steps[at - 1]?.from ?? 0));
