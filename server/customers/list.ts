import type { Db } from "../db/tables.ts";
import { type CustomerSearch, findCustomers, findListedCustomer, type ListedCustomer } from "./queries/search.ts";

export type { CustomerMark, CustomerSearch, ListedCustomer } from "./queries/search.ts";

/** Accounts for the staff, the newest first. */
export const searchCustomers = (db: Db, search: CustomerSearch, limit: number): Promise<ListedCustomer[]> =>
  findCustomers(db, search, limit);

/** One account as the list has it; undefined when there is none. */
export const listedCustomer = (db: Db, id: string): Promise<ListedCustomer | undefined> => findListedCustomer(db, id);
