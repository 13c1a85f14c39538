import { allCategories, ensureCategories } from "../../catalog/categories.ts";
import { addCategories } from "../../catalog/category-records.ts";
import { firstCategories } from "../../catalog/rules/categories.ts";
import { categoryNamed } from "../../catalog/rules/category-fields.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import type { Draft } from "../rules/draft.ts";

/**
 * Category slugs by slug and by lower-case name; a file may use either. For a shop without
 * categories, these are the first categories, which the import will create. `added` are the names
 * of categories to add.
 */
export async function categoryNames(reader: Db, added: readonly string[] = []): Promise<Map<string, string>> {
  const categories = await allCategories(reader);
  const all = [...added.map((name) => categoryNamed(name, 0)), ...(categories.length > 0 ? categories : firstCategories)];
  return new Map(all.flatMap(({ slug, name }) => [[slug, slug] as const, [name.toLowerCase(), slug] as const]));
}

/** Creates the five categories of an empty shop. */
export const openCategories = (db: Db): Promise<void> => transact(db, ensureCategories);

/**
 * Creates the first categories of an empty shop, and the categories with these names. Does nothing
 * without products.
 */
export async function openCategoriesFor(tx: Tx, drafts: readonly Draft[], names: readonly string[] = []): Promise<void> {
  if (drafts.length === 0) return;
  await ensureCategories(tx);
  if (names.length === 0) return;
  const outcome = await addCategories(tx, names);
  if (!outcome.ok) throw new Error(outcome.error);
}
