import { findCountry } from "../../customers/rules/areas.ts";
import type { PostalAddress } from "../../db/address.ts";

/** A country's name by its code; an unknown code is returned unchanged. */
const countryName = (code: string): string => findCountry(code)?.name ?? code;

/** An address as lines of text; an emptied one has none. */
export const addressLines = (address: PostalAddress): string[] => {
  const { firstName, lastName, streetAddress1, city, countryArea, postalCode, country, phone } = address;
  const lines = [
    `${firstName} ${lastName}`.trim(),
    streetAddress1,
    `${city}, ${countryArea} ${postalCode}`,
    countryName(country),
    phone,
  ];
  return lines.filter((line) => line.replace(/[, ]/g, "") !== "");
};
