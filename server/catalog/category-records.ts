import type { Db, Tx } from "../db/tables.ts";
import { newShortId } from "../ids.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import { ensureCategories } from "./categories.ts";
import {
  type CategoryRow,
  countStateRulesOf,
  deleteCategory,
  findCategoriesWithUse,
  findCategoryOrder,
  insertMissingCategories,
  lockCategories,
  type UsedCategory,
  updateCategory,
} from "./queries/categories.ts";
import { type CategoryFields, categoryFaults, categoryNamed, mostOfCategory } from "./rules/category-fields.ts";

export type { UsedCategory };

/** Of a category's products, no more are counted. */
export const mostCountedOfCategory = 1000;

/** Those of a shop. */
const mostCategories = 100;

/** All in the owner's order, each with its number of products: one more than `mostCountedOfCategory` where it has more. */
export const listCategories = (reader: Db | Tx): Promise<UsedCategory[]> =>
  findCategoriesWithUse(reader, mostCountedOfCategory + 1);

const fieldsOf = ({ name, slug, backdrop, intro, position }: CategoryRow): CategoryFields => ({
  ...{ name, slug, backdrop, intro, position },
});

/** All categories are locked until the transaction ends; undefined where there is none of this id. */
export async function lockCategory(tx: Tx, id: string): Promise<CategoryFields | undefined> {
  const row = (await lockCategories(tx)).find((each) => each.id === id);
  return row && fieldsOf(row);
}

/** Adds a category, or changes one but for its slug. Refuses by the fields that cannot be saved. */
export async function putCategory(tx: Tx, id: string, fields: CategoryFields): Promise<Outcome<object>> {
  const rows = await lockCategories(tx);
  const stored = rows.find((row) => row.id === id);
  const wanted = stored ? { ...fields, slug: stored.slug } : fields;
  const faults = categoryFaults(
    wanted,
    rows.filter((row) => row.id !== id),
    stored?.slug,
  );
  if (faults.length > 0) return invalidFields(faults);
  if (stored) await updateCategory(tx, id, wanted);
  else if (rows.length >= mostCategories) return refuse("limit_reached", `A shop can have up to ${mostCategories} categories.`);
  else await insertMissingCategories(tx, [{ id, ...wanted }]);
  return ok({});
}

/**
 * Adds those of the names that no category has, after the last, and returns their ids. Refuses where one
 * cannot be a name, or there would be too many.
 */
export async function addCategories(tx: Tx, names: readonly string[]): Promise<Outcome<string[]>> {
  await ensureCategories(tx);
  const added: string[] = [];
  for (const name of names) {
    const rows = await lockCategories(tx);
    const fields = categoryNamed(name, Math.min(mostOfCategory.position, Math.max(...rows.map(({ position }) => position)) + 1));
    const isKnown = (row: CategoryRow) => row.name.toLowerCase() === name.toLowerCase() || row.slug === fields.slug;
    if (rows.some(isKnown)) continue;
    const id = newShortId();
    const put = await putCategory(tx, id, fields);
    if (!put.ok) return refuse(put.code, `${name}: ${put.errors?.[0]?.message ?? put.error}`);
    added.push(id);
  }
  return ok(added);
}

/** The slugs in the owner's order. All categories are locked until the transaction ends. */
export async function lockCategoryOrder(tx: Tx): Promise<string[]> {
  await lockCategories(tx);
  return await findCategoryOrder(tx);
}

/** Gives each category the place that its slug has in `order`. Refuses where these are not the slugs that there are. */
export async function putCategoryOrder(tx: Tx, order: readonly string[]): Promise<Outcome<object>> {
  const rows = await lockCategories(tx);
  const places = new Map(order.map((slug, place) => [slug, place]));
  if (order.length !== rows.length || !rows.every(({ slug }) => places.has(slug))) return otherCategories;
  for (const { id, slug, position } of rows) {
    const place = places.get(slug) ?? position;
    if (place !== position) await updateCategory(tx, id, { position: place });
  }
  return ok({});
}

const otherCategories = refuse("changed", "A category was added or removed meanwhile.");

/** What of the catalog refers to a category, each in words such as `3 products`. */
export async function catalogUsesOf(reader: Db | Tx, id: string): Promise<string[]> {
  const products = (await listCategories(reader)).find((category) => category.id === id)?.products ?? 0;
  const rules = await countStateRulesOf(reader, id);
  return [
    ...(products > 0 ? [productsText(products)] : []),
    ...(rules > 0 ? [`the rules of ${rules === 1 ? "1 state" : `${rules} states`}`] : []),
  ];
}

/** `1 product`, `12 products`, `more than 1,000 products`. */
export function productsText(count: number): string {
  if (count > mostCountedOfCategory) return `more than ${mostCountedOfCategory.toLocaleString("en-US")} products`;
  return count === 1 ? "1 product" : `${count} products`;
}

/** Removes a category to which nothing refers. Refuses where it is the last one: a shop has at least one. */
export async function removeCategory(tx: Tx, id: string): Promise<Outcome<object>> {
  if ((await lockCategories(tx)).length === 1)
    return refuse("limit_reached", "This is the last category, and products need one. Add another one first.");
  await deleteCategory(tx, id);
  return ok({});
}
