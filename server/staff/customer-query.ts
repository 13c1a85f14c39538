import type { CustomerSort } from "../customers/list.ts";
import { readLine } from "../read-text.ts";
import { type CustomerColumn, customerColumns } from "./rules/customer-columns.ts";
import { chosenColumns } from "./rules/list-columns.ts";

/** The values in the list's address. */
export type CustomersQuery = {
  q: string;
  sort: CustomerSort;
  /** empty: the default columns */
  columns: readonly CustomerColumn[];
  /** the id of the previous page's last customer */
  after: string | undefined;
};

const sorts = ["newest", "oldest", "email"] as const satisfies readonly CustomerSort[];
const idShape = /^[\w-]{1,64}$/;

/** Reads the list's address; malformed values count as absent. */
export const customersQueryOf = (query: Readonly<Record<string, unknown>>): CustomersQuery => ({
  q: readLine(query.q, 200),
  sort: sorts.find((sort) => sort === query.sort) ?? "newest",
  columns: chosenColumns(customerColumns, query.columns),
  after: idShape.exec(readLine(query.after, 64))?.[0],
});
