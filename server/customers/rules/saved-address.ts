import type { FieldError } from "../../outcome.ts";
import { type Address, addressErrors, addressFields, tidyAddress } from "./address.ts";
import { savedNames } from "./saved-names.ts";

type Renamed = typeof savedNames;
type NameOf<Field extends keyof Address> = Field extends keyof Renamed ? Renamed[Field] : Field;
/** An address in the answer of the addresses' call. */
type SavedFields = { [Field in keyof Address as NameOf<Field>]: string };

/** An address in the body of the addresses' call: a field that is not sent is not changed. */
export type SentFields = { [Field in keyof SavedFields]?: string | undefined };

/** The most addresses of a customer: nobody ships to more. */
export const mostAddresses = 20;

const nameOf = (field: keyof Address): keyof SavedFields =>
  field in savedNames ? savedNames[field as keyof Renamed] : (field as keyof SavedFields);

/** An address under the call's own names: `street`, `state` and `zipCode`. */
export const toSaved = (address: Address): SavedFields =>
  Object.fromEntries(addressFields.map((field) => [nameOf(field), address[field]])) as SavedFields;

/** The tidied address of a body: a field that was left out keeps its value. */
export const fromSaved = (sent: SentFields, known: Address): Address =>
  tidyAddress(Object.fromEntries(addressFields.map((field) => [field, sent[nameOf(field)] ?? known[field]])) as Address);

/**
 * Broken rules under the call's own names. A body may omit the names: then the account's missing
 * ones are no error.
 */
export const savedErrors = (sent: SentFields, address: Address): FieldError[] =>
  addressErrors(address)
    .map(({ field, message }) => ({ field: nameOf(field as keyof Address), message }))
    .filter(({ field }) => sent[field] !== undefined || (field !== "firstName" && field !== "lastName"));
