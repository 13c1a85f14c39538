import type { Selectable } from "kysely";
import type { AddressColumns } from "../db/column-types.ts";
import { type Address, type AddressField, addressFieldNames, mapAddress } from "./rules/address-fields.ts";

type Column = keyof AddressColumns;

/** The column of a field in snake case, such as `street_address_1`. */
const columnOf = (field: AddressField): Column => field.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`) as Column;

/** The address columns of every table that stores an address: checkout, order and customer. */
export const addressColumns: readonly Column[] = addressFieldNames.map(columnOf);

/** The address in a row of any table that stores an address. */
export const toAddress = (row: Selectable<AddressColumns>): Address => mapAddress((field) => row[columnOf(field)]);

/**
 * The columns of an address for any table that stores an address. A field that is missing in an old
 * snapshot becomes empty.
 */
export const toColumns = (address: Address) =>
  Object.fromEntries(addressFieldNames.map((field) => [columnOf(field), address[field] ?? ""])) as Record<Column, string>;
