import { blankAddress } from "../../server/customers/rules/address.ts";
import type { Address } from "../../server/customers/rules/address-fields.ts";

/** An address of the United States; fields that are not named are blank. */
export const addressWith = (fields: Partial<Address>): Address => ({ ...blankAddress, ...fields });

/** Addresses in the format of a checkout's form and calls. */
export const texas = addressWith({
  firstName: "Mary",
  lastName: "Lee",
  streetAddress1: "12 Elm Street",
  city: "Austin",
  postalCode: "78701",
  countryArea: "TX",
  phone: "512 555 0188",
});
export const idaho = { ...texas, city: "Boise", postalCode: "83702", countryArea: "ID" };
export const ontario = { ...texas, city: "Ottawa", postalCode: "K1A 0B1", country: "CA", countryArea: "ON" };

/** The address of another shopper. */
export const annInTexas = { ...texas, firstName: "Ann", streetAddress1: "1 Congress Avenue", phone: "512 555 0100" };
/** Without a phone number, which no form requires. */
export const annWithoutPhone = { ...annInTexas, phone: "" };
