import type { Db } from "../db/tables.ts";
import {
  type CustomerPage,
  findCustomers,
  findCustomersBeginning,
  findListedCustomer,
  type ListedCustomer,
} from "./queries/search.ts";

export type { CustomerPage, CustomerSort, ListedCustomer } from "./queries/search.ts";

/**
 * A page of the accounts whose email or name begins with a text in lower case; of all accounts if
 * the text is empty.
 */
export const searchCustomers = (db: Db, text: string, page: CustomerPage, limit: number): Promise<ListedCustomer[]> =>
  findCustomers(db, text, page, limit);

/** The newest accounts whose email or name begins with a text in lower case, found by indexes. */
export const lookUpCustomers = (db: Db, text: string, limit: number): Promise<ListedCustomer[]> =>
  findCustomersBeginning(db, text, limit);

/** One account in the form of the list; undefined if there is no such account. */
export const listedCustomer = (db: Db, id: string): Promise<ListedCustomer | undefined> => findListedCustomer(db, id);
