import type { AddressBookProps } from "../../islands/customers/address-book.props.ts";
import { toSaved } from "../../server/customers/rules/saved-address.ts";
import { countries } from "../islands-shop/countries.ts";
import { addressWith } from "../support/addresses.ts";

const blank = toSaved(addressWith({ firstName: "Ann", lastName: "Lee" }));
export const elm = { ...blank, id: "a1", isDefault: true, street: "1 Elm St", city: "Austin", state: "TX", zipCode: "73301" };
export const oak = { ...elm, id: "a2", isDefault: false, street: "2 Oak Ave", phone: "512 555 0100" };

export const states = {
  "two addresses": { token: "t-1", addresses: [elm, oak], blank, countries },
  empty: { token: "t-1", addresses: [], blank, countries },
} satisfies Record<string, AddressBookProps>;
