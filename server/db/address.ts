import type { Row } from "./tables.ts";

/** The whole address shape, the same for a checkout, an order and a customer. */
export type PostalAddress = {
  firstName: string;
  lastName: string;
  streetAddress1: string;
  city: string;
  postalCode: string;
  country: string;
  countryArea: string;
  phone: string;
};

type AddressColumns = Omit<Row<"checkout_address">, "checkout_id" | "kind">;

/** The columns of every table that stores an address: a checkout's, an order's and a customer's. */
export const addressColumns = [
  "first_name",
  "last_name",
  "street_address_1",
  "city",
  "postal_code",
  "country",
  "country_area",
  "phone",
] as const satisfies readonly (keyof AddressColumns)[];

/** The address in a row of any table that stores one. */
export const toAddress = (row: AddressColumns): PostalAddress => ({
  firstName: row.first_name,
  lastName: row.last_name,
  streetAddress1: row.street_address_1,
  city: row.city,
  postalCode: row.postal_code,
  country: row.country,
  countryArea: row.country_area,
  phone: row.phone,
});

/** The columns of an address for any table that stores one. */
export const toColumns = (address: PostalAddress): AddressColumns => ({
  first_name: address.firstName,
  last_name: address.lastName,
  street_address_1: address.streetAddress1,
  city: address.city,
  postal_code: address.postalCode,
  country: address.country,
  country_area: address.countryArea,
  phone: address.phone,
});
