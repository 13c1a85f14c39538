import { type Address, addressFields, blankAddress } from "../../customers/rules/address.ts";
import { countries as known } from "../../customers/rules/areas.ts";
import { typedText } from "./frame.ts";

/** The countries with their areas, as the forms' props have them. */
export const countries = known.map((country) => ({ ...country, areas: [...country.areas] }));

/** Values of an address form: what was typed into it, else the stored address. */
export function shownAddress(typed: Record<string, unknown> | undefined, kept: Address | undefined): Address {
  if (!typed) return kept ?? blankAddress;
  const fields = addressFields.map((field) => [field, typedText(typed, field) ?? ""]);
  return { ...blankAddress, ...Object.fromEntries(fields) };
}
