import { reading } from "../db/changes/tracking.ts";
import type { Db, Tx } from "../db/tables.ts";
import { newShortId } from "../ids.ts";
import { insertMissingCategories, updateCategory } from "./queries/categories.ts";
import { findCategories, findCategoriesWithProducts } from "./queries/facets.ts";
import { findCategoryIds } from "./queries/product-rows.ts";
import { firstCategories, landingPath } from "./rules/categories.ts";
import { firstBackdrop } from "./rules/product.ts";
import { anyCategory, headerSubject } from "./subjects.ts";

/** All categories in the owner's order. */
export const allCategories = (reader: Db | Tx) => reading([anyCategory], () => findCategories(reader));

/** Whether the owner has added, changed or removed categories. */
export const hasOwnCategories = async (reader: Db): Promise<boolean> =>
  (await changedCategories(reader)).length > 0 || (await allCategories(reader)).length < firstCategories.length;

/** The categories that the owner has added or changed. */
export async function changedCategories(reader: Db | Tx): Promise<{ slug: string }[]> {
  const same = new Set(firstCategories.map(({ slug, name }) => JSON.stringify([slug, name, "", firstBackdrop(slug)])));
  return (await allCategories(reader)).filter(
    ({ slug, name, intro, backdrop, picture }) => picture || !same.has(JSON.stringify([slug, name, intro, backdrop])),
  );
}

/** Category names by id. */
export const categoryNames = async (reader: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await allCategories(reader)).map(({ id, name }) => [id, name]));

/** Whether a category has this slug. */
export const isCategory = async (reader: Db, slug: string): Promise<boolean> =>
  (await allCategories(reader)).some((category) => category.slug === slug);

/** Links to the first `most` categories with a public product, in the owner's order. */
export const categoryLinks = (reader: Db, most: number): Promise<{ name: string; href: string }[]> =>
  reading([headerSubject], async () =>
    (await findCategoriesWithProducts(reader, most)).map(({ slug, name }) => ({ name, href: landingPath(slug) })),
  );

type NewCategory = { slug: string; name: string; intro: string; position: number };

/** Creates or changes the category with this slug. */
export async function saveCategory(tx: Tx, { slug, ...rest }: NewCategory): Promise<void> {
  const id = (await findCategoryIds(tx, [slug])).get(slug);
  if (id === undefined) await insertMissingCategories(tx, [{ id: newShortId(), slug, ...rest }]);
  else await updateCategory(tx, id, rest);
}

/**
 * Creates the first categories of a shop that has none. Inserts nothing otherwise, since
 * PostgreSQL's triggers run even for an insert without rows.
 */
export async function ensureCategories(tx: Tx): Promise<void> {
  if ((await findCategories(tx)).length > 0) return;
  const rows = firstCategories.map(({ slug, name }, position) => ({ id: newShortId(), slug, name, intro: "", position }));
  await insertMissingCategories(tx, rows);
}
