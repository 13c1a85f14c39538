import type { Db } from "../db/tables.ts";
import {
  type CustomerSearch,
  findCustomers,
  findCustomersBeginning,
  findListedCustomer,
  type ListedCustomer,
} from "./queries/search.ts";

export type { CustomerMark, CustomerSearch, ListedCustomer } from "./queries/search.ts";

/** Accounts for the staff, the newest first. */
export const searchCustomers = (db: Db, search: CustomerSearch, limit: number): Promise<ListedCustomer[]> =>
  findCustomers(db, search, limit);

/** The newest whose email or name begins with a text in lower case, found by indexes. */
export const lookUpCustomers = (db: Db, text: string, limit: number): Promise<ListedCustomer[]> =>
  findCustomersBeginning(db, text, limit);

/** One account as the list has it; undefined when there is none. */
export const listedCustomer = (db: Db, id: string): Promise<ListedCustomer | undefined> => findListedCustomer(db, id);
