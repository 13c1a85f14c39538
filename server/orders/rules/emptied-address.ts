import { addressFieldNames } from "../../customers/rules/address-fields.ts";

const places = ["country", "countryArea"] as const;
type Place = (typeof places)[number];

const isPlace = (field: string): boolean => places.some((place) => place === field);

/**
 * The address fields that an erasure empties. Country and state stay, since tax depends on them.
 */
export const emptiedAddress = Object.fromEntries(
  addressFieldNames.filter((field) => !isPlace(field)).map((field) => [field, ""]),
) as Record<Exclude<(typeof addressFieldNames)[number], Place>, "">;
