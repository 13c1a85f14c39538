import { type Address, addressFields } from "../../customers/rules/address.ts";
import { countries as known } from "../../customers/rules/areas.ts";
import { typedText } from "./frame.ts";

const blank: Address = {
  firstName: "",
  lastName: "",
  streetAddress1: "",
  city: "",
  postalCode: "",
  country: "US",
  countryArea: "",
  phone: "",
};

/** The countries with their areas, as the forms' props have them. */
export const countries = known.map((country) => ({ ...country, areas: [...country.areas] }));

/** What an address form shows: what was typed into it, else what is known. */
export function shownAddress(typed: Record<string, unknown> | undefined, kept: Address | undefined): Address {
  if (!typed) return kept ?? blank;
  const fields = addressFields.map((field) => [field, typedText(typed, field) ?? ""]);
  return { ...blank, ...Object.fromEntries(fields) };
}
