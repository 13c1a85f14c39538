import type { PostalAddress } from "../../db/address.ts";

/** An address as lines of text; an emptied one has none. */
export const addressLines = (address: PostalAddress): string[] => {
  const { firstName, lastName, streetAddress1, city, countryArea, postalCode, country, phone } = address;
  const lines = [`${firstName} ${lastName}`.trim(), streetAddress1, `${city}, ${countryArea} ${postalCode}`, country, phone];
  return lines.filter((line) => line.replace(/[, ]/g, "") !== "");
};
