import type { Db, Tx } from "../db/tables.ts";
import { countNotes } from "./queries/notes.ts";
import { findCustomersBeginning, findListedCustomer, findListedCustomers, type ListedCustomer } from "./queries/search.ts";
import {
  type CustomerPage,
  type CustomerSearch,
  type CustomerSummary,
  countSummaries,
  findSummaries,
} from "./queries/summaries.ts";
import { tagsByPerson } from "./tags.ts";

export type { ListedCustomer } from "./queries/search.ts";
export type { CustomerPage, CustomerSearch, CustomerSort, CustomerSummary } from "./queries/summaries.ts";

/** A customer of the list; `account` is undefined for a guest, and `notes` counts the notes. */
export type SummarizedCustomer = CustomerSummary & { account: ListedCustomer | undefined; notes: number; tags: string[] };

/** A page of the customers who match a search: accounts, and guests with confirmed emails. */
export async function listCustomers(
  db: Db,
  search: CustomerSearch,
  page: CustomerPage,
  limit: number,
): Promise<SummarizedCustomer[]> {
  const summaries = await findSummaries(db, search, page, limit);
  const ids = summaries.flatMap(({ customer_id }) => customer_id ?? []);
  const accounts = await findListedCustomers(db, ids);
  const notes = await countNotes(db, ids);
  const tags = await tagsByPerson(
    db,
    summaries.map(({ person }) => person),
  );
  return summaries.map((summary) => ({
    ...summary,
    tags: tags.get(summary.person) ?? [],
    account: accounts.get(summary.customer_id ?? ""),
    notes: notes.get(summary.customer_id ?? "") ?? 0,
  }));
}

/** How many customers match, up to `most`. */
export const countCustomers = (db: Db, search: CustomerSearch, most: number): Promise<number> => countSummaries(db, search, most);

/** The newest accounts whose email or name begins with a text in lower case, found by indexes. */
export const lookUpCustomers = (db: Db, text: string, limit: number): Promise<ListedCustomer[]> =>
  findCustomersBeginning(db, text, limit);

/** One account in the form of the list; undefined if there is no such account. */
export const listedCustomer = (reader: Db | Tx, id: string): Promise<ListedCustomer | undefined> =>
  findListedCustomer(reader, id);
