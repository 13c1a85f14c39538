import { type Address, type AddressField, addressFieldNames, mapAddress } from "./address-fields.ts";

/** The names of three fields that differ in the address call. */
export const savedNames = { streetAddress1: "street", countryArea: "state", postalCode: "zipCode" } as const;

type Renamed = typeof savedNames;
type NameOf<Field extends AddressField> = Field extends keyof Renamed ? Renamed[Field] : Field;
/** An address in the answer of an address call. */
export type SavedFields = Record<NameOf<AddressField>, string>;

/** A field's name in the address call. */
export const savedName = (field: AddressField): keyof SavedFields =>
  (savedNames as Partial<Record<AddressField, keyof SavedFields>>)[field] ?? (field as keyof SavedFields);

/** Makes a record with a value for each field, under its name in the address call. */
export const mapSaved = <Value>(make: (field: AddressField) => Value) =>
  Object.fromEntries(addressFieldNames.map((field) => [savedName(field), make(field)])) as Record<keyof SavedFields, Value>;

/** Converts an address from the names of the address call to the checkout's names. */
export const addressOfSaved = (saved: SavedFields): Address => mapAddress((field) => saved[savedName(field)]);
