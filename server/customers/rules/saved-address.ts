import type { FieldError } from "../../outcome.ts";
import { addressErrors, tidyAddress } from "./address.ts";
import { type Address, type AddressField, mapAddress } from "./address-fields.ts";
import { mapSaved, type SavedFields, savedName } from "./saved-names.ts";

/** An address in the body of an address call. A field that is not sent keeps its value. */
export type SentFields = { [Field in keyof SavedFields]?: string | undefined };

/** The most addresses of a customer: nobody needs more. */
export const mostAddresses = 20;

/** Converts an address to the names of the address call: `street`, `state` and `zipCode`. */
export const toSaved = (address: Address): SavedFields => mapSaved((field) => address[field]);

/** The tidied address of a body. A field that is not sent keeps its stored value. */
export const fromSaved = (sent: SentFields, stored: Address): Address =>
  tidyAddress(mapAddress((field) => sent[savedName(field)] ?? stored[field]));

/**
 * The errors of an address, under the address call's names of the fields. If the body sends no
 * `firstName` or `lastName`, an error of this field is left out.
 */
export const savedErrors = (sent: SentFields, address: Address): FieldError[] =>
  addressErrors(address)
    .map(({ field, message }) => ({ field: savedName(field as AddressField), message }))
    .filter(({ field }) => sent[field] !== undefined || (field !== "firstName" && field !== "lastName"));
