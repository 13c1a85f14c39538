import { blankAddress } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";

/** The demo shopper, whose password is `Green-leaf-42`. */
export const shopper = {
  id: "demo-shopper",
  email: "demo@example.com",
  firstName: "Robin",
  lastName: "Field",
  /**
   * the hash of the password `Green-leaf-42`; computed beforehand, since hashing would slow down
   * every start
   */
  passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$QrixoVJgvmh6EUGBoAXq7Q$dFP0RjWkryTlOHZepqyB1x+afoTLlXkCqQLViW348oo",
};

const address = { ...blankAddress, firstName: shopper.firstName, lastName: shopper.lastName, phone: "+1 503 555 0142" };

/** The demo shopper's addresses; the first is the default one. */
export const addresses: readonly Address[] = [
  { ...address, streetAddress1: "1420 SE Hawthorne Blvd", city: "Portland", countryArea: "OR", postalCode: "97214" },
  { ...address, streetAddress1: "88 Pearl Street", city: "Boulder", countryArea: "CO", postalCode: "80302" },
];

/** The slugs of the demo shopper's favourites, the latest first. */
export const favourites: readonly string[] = ["norrland-beaker", "lemon-meridian", "spore-print-tee"];

/** The slugs of the ordered products; the order has one unit of each product's first variant. */
export const ordered: readonly string[] = ["field-club-tee", "norrland-straight"];
