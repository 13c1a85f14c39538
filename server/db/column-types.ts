import type { Generated } from "kysely";

/** 0 or 1: both engines store booleans as integers. */
export type Flag = number;
/** Milliseconds since 1970-01-01 UTC. */
export type Time = number;
/** The columns of an address, equal for a checkout, an order and a customer. */
export type AddressColumns = {
  first_name: string;
  last_name: string;
  street_address_1: string;
  city: string;
  postal_code: string;
  country: string;
  country_area: string;
  phone: Generated<string>;
};
export type AddressKind = "shipping" | "billing";

/** The party that refused a money movement: the card's bank, or the gateway itself. */
export type RefusedBy = "bank" | "gateway";
