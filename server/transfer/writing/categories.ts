import { allCategories, ensureCategories } from "../../catalog/categories.ts";
import { addCategories } from "../../catalog/category-records.ts";
import { firstCategories } from "../../catalog/rules/categories.ts";
import { categoryNamed } from "../../catalog/rules/category-fields.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import type { Draft } from "../rules/draft.ts";

/**
 * Category slugs by slug and lower-case name, which a file may name as category. A shop without any
 * counts those that it is about to create. `added` are names of further ones.
 */
export async function categoryNames(reader: Db, added: readonly string[] = []): Promise<Map<string, string>> {
  const categories = await allCategories(reader);
  const all = [...added.map((name) => categoryNamed(name, 0)), ...(categories.length > 0 ? categories : firstCategories)];
  return new Map(all.flatMap(({ slug, name }) => [[slug, slug] as const, [name.toLowerCase(), slug] as const]));
}

/** Creates the five categories of an empty shop. */
export const openCategories = (db: Db): Promise<void> => transact(db, ensureCategories);

/** Creates an empty shop's categories and those with these names, if any products need them. */
export async function openCategoriesFor(tx: Tx, drafts: readonly Draft[], names: readonly string[] = []): Promise<void> {
  if (drafts.length === 0) return;
  await ensureCategories(tx);
  if (names.length === 0) return;
  const outcome = await addCategories(tx, names);
  if (!outcome.ok) throw new Error(outcome.error);
}
