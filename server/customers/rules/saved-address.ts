import type { FieldError } from "../../outcome.ts";
import { addressErrors, tidyAddress } from "./address.ts";
import { type Address, type AddressField, mapAddress } from "./address-fields.ts";
import { mapSaved, type SavedFields, savedName } from "./saved-names.ts";

/** An address in the body of the addresses' call: a field that is not sent is not changed. */
export type SentFields = { [Field in keyof SavedFields]?: string | undefined };

/** The most addresses of a customer: nobody ships to more. */
export const mostAddresses = 20;

/** An address under the call's own names: `street`, `state` and `zipCode`. */
export const toSaved = (address: Address): SavedFields => mapSaved((field) => address[field]);

/** The tidied address of a body: a field that was left out keeps its value. */
export const fromSaved = (sent: SentFields, stored: Address): Address =>
  tidyAddress(mapAddress((field) => sent[savedName(field)] ?? stored[field]));

/**
 * Broken rules under the call's own names. A body may omit the names: then the account's missing
 * ones are no error.
 */
export const savedErrors = (sent: SentFields, address: Address): FieldError[] =>
  addressErrors(address)
    .map(({ field, message }) => ({ field: savedName(field as AddressField), message }))
    .filter(({ field }) => sent[field] !== undefined || (field !== "firstName" && field !== "lastName"));
