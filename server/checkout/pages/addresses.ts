import { savedAddresses } from "../../customers/checkout-addresses.ts";
import { type Address, addressFields, blankAddress, sameAddress } from "../../customers/rules/address.ts";
import { countries as known } from "../../customers/rules/areas.ts";
import type { Db } from "../../db/tables.ts";
import type { ShownCheckout } from "../show.ts";
import { type StepPageInput, takesSaved, typedText } from "./frame.ts";

/** The countries with their areas, as the forms' props have them. */
export const countries = known.map((country) => ({ ...country, areas: [...country.areas] }));

/** Values of an address form: what was typed into it, else the stored address. */
export function shownAddress(typed: Record<string, unknown> | undefined, kept: Address | undefined): Address {
  if (!typed) return kept ?? blankAddress;
  const fields = addressFields.map((field) => [field, typedText(typed, field) ?? ""]);
  return { ...blankAddress, ...Object.fromEntries(fields) };
}

/** The customer's saved addresses for the form that shows `shown`, and the one that was chosen. */
export async function addressChoices(db: Db, checkout: ShownCheckout, { visitor, chosenAddress }: StepPageInput) {
  const addresses = takesSaved(checkout) ? await savedAddresses(db, visitor) : [];
  const chosen = addresses.find(({ id }) => id === chosenAddress)?.address;
  const choicesIn = (shown: Address) =>
    addresses.map(({ id, address }) => ({ ...address, id, current: sameAddress(address, shown) }));
  return { chosen, choicesIn };
}
