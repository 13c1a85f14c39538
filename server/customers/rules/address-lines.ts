import type { Address } from "./address-fields.ts";

/** The lines of a parcel's label, without the country. */
export const labelLines = ({ firstName, lastName, streetAddress1, city, countryArea, postalCode }: Address): string[] => [
  `${firstName} ${lastName}`.trim(),
  streetAddress1,
  `${city}, ${countryArea} ${postalCode}`,
];

/** All lines of an address except empty ones; the country is a code or a name, as given. */
export const addressLines = (address: Address): string[] =>
  [...labelLines(address), address.country, address.phone].filter((line) => /[^, ]/.test(line));

/** An address in one line. */
export const addressText = (address: Address): string => addressLines(address).join(", ");
