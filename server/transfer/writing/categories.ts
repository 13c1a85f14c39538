import { allCategories, ensureCategories } from "../../catalog/categories.ts";
import { firstCategories } from "../../catalog/rules/categories.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import type { Draft } from "../rules/draft.ts";

/**
 * Category slugs by slug and by lower-case name: what a file may name as category; in a shop
 * without any, those that it is about to create.
 */
export async function categoryNames(reader: Db): Promise<Map<string, string>> {
  const categories = await allCategories(reader);
  const all = categories.length > 0 ? categories : firstCategories;
  return new Map(all.flatMap(({ slug, name }) => [[slug, slug] as const, [name.toLowerCase(), slug] as const]));
}

/** Creates the five categories of an empty shop. */
export const openCategories = (db: Db): Promise<void> => transact(db, ensureCategories);

/** The same, only where there are products that need them. */
export async function openCategoriesFor(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length > 0) await ensureCategories(tx);
}
