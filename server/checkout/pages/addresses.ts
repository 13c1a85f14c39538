import { savedAddresses } from "../../customers/checkout-addresses.ts";
import { blankAddress, sameAddress } from "../../customers/rules/address.ts";
import { type Address, mapAddress } from "../../customers/rules/address-fields.ts";
import { countries as known } from "../../customers/rules/areas.ts";
import type { Db } from "../../db/tables.ts";
import { readText } from "../../read-text.ts";
import type { QuotedCheckout } from "../show.ts";
import { type StepPageInput, takesSaved } from "./frame.ts";

/** The countries with their areas, in the shape of the forms' props. */
export const countries = known.map((country) => ({ ...country, areas: [...country.areas] }));

/** The values of an address form: the typed values, or else the stored address. */
export function shownAddress(typed: Record<string, unknown> | undefined, address: Address | undefined): Address {
  if (!typed) return address ?? blankAddress;
  return mapAddress((field) => readText(typed[field]));
}

/**
 * Reads the customer's saved addresses: the chosen address, and the choices in the form. `current`
 * marks the address in use.
 */
export async function addressChoices(db: Db, checkout: QuotedCheckout, { visitor, chosenAddress }: StepPageInput) {
  const addresses = takesSaved(checkout) ? await savedAddresses(db, visitor) : [];
  const chosen = addresses.find(({ id }) => id === chosenAddress)?.address;
  const choicesIn = (current: Address) =>
    addresses.map(({ id, address }) => ({ ...address, id, current: sameAddress(address, current) }));
  return { chosen, choicesIn };
}
