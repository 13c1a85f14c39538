import type { Address } from "./address-fields.ts";

/** The lines of a parcel's label inside its country. */
export const labelLines = ({ firstName, lastName, streetAddress1, city, countryArea, postalCode }: Address): string[] => [
  `${firstName} ${lastName}`.trim(),
  streetAddress1,
  `${city}, ${countryArea} ${postalCode}`,
];

/**
 * All of an address as lines of text, with its country as it is given: a code or a name. An emptied
 * address has no other lines.
 */
export const addressLines = (address: Address): string[] =>
  [...labelLines(address), address.country, address.phone].filter((line) => /[^, ]/.test(line));

/** All of an address in one line. */
export const addressText = (address: Address): string => addressLines(address).join(", ");
