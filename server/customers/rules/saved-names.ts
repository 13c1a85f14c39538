import { type Address, type AddressField, addressFieldNames, mapAddress } from "./address-fields.ts";

/** Names of three fields in the call of a customer's addresses. */
export const savedNames = { streetAddress1: "street", countryArea: "state", postalCode: "zipCode" } as const;

type Renamed = typeof savedNames;
type NameOf<Field extends AddressField> = Field extends keyof Renamed ? Renamed[Field] : Field;
/** An address in the answer of the addresses' call. */
export type SavedFields = Record<NameOf<AddressField>, string>;

/** A field's name in the addresses' call. */
export const savedName = (field: AddressField): keyof SavedFields =>
  (savedNames as Partial<Record<AddressField, keyof SavedFields>>)[field] ?? (field as keyof SavedFields);

/** Makes a record with a value for each field under its name in the addresses' call. */
export const mapSaved = <Value>(make: (field: AddressField) => Value) =>
  Object.fromEntries(addressFieldNames.map((field) => [savedName(field), make(field)])) as Record<keyof SavedFields, Value>;

/** Renames the fields of the addresses' call to the checkout's names. */
export const addressOfSaved = (saved: SavedFields): Address => mapAddress((field) => saved[savedName(field)]);
