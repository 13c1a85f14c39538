import { allCategories, ensureCategories } from "../../catalog/categories.ts";
import { firstCategories } from "../../catalog/rules/categories.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import type { Draft } from "../rules/draft.ts";

/**
 * Category slugs by slug and by lower-case name: what a file may name as category, including those
 * that an empty shop is about to create.
 */
export async function categoryNames(reader: Db): Promise<Map<string, string>> {
  const categories = await allCategories(reader);
  const slugs: ReadonlySet<string> = new Set(categories.map(({ slug }) => slug));
  const all = [...categories, ...firstCategories.filter(({ slug }) => !slugs.has(slug))];
  return new Map(all.flatMap(({ slug, name }) => [[slug, slug] as const, [name.toLowerCase(), slug] as const]));
}

/** Creates the five categories of an empty shop. */
export const openCategories = (db: Db): Promise<void> => transact(db, ensureCategories);

/** The same, only where these products need a missing one. */
export async function openCategoriesFor(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const slugs = new Set((await allCategories(tx)).map(({ slug }) => slug));
  if (drafts.some(({ category }) => !slugs.has(category))) await ensureCategories(tx);
}
