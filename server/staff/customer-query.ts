import type { CustomerSort } from "../customers/list.ts";
import { typedLine } from "./routes/typed-line.ts";
import { type CustomerColumn, customerColumns } from "./rules/customer-columns.ts";
import { chosenColumns } from "./rules/list-columns.ts";

/** What the address of the list says. */
export type CustomersQuery = {
  q: string;
  sort: CustomerSort;
  /** empty: the usual ones */
  columns: readonly CustomerColumn[];
  /** the id of the last one of the page before */
  after: string | undefined;
};

const sorts = ["newest", "oldest", "email"] as const satisfies readonly CustomerSort[];
const idShape = /^[\w-]{1,64}$/;

/** What is not well said counts as not given. */
export const customersQueryOf = (query: Readonly<Record<string, unknown>>): CustomersQuery => ({
  q: typedLine(query.q, 200),
  sort: sorts.find((sort) => sort === query.sort) ?? "newest",
  columns: chosenColumns(customerColumns, query.columns),
  after: idShape.exec(typedLine(query.after, 64))?.[0],
});
