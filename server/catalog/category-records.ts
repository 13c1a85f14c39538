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
import { findCollectionAt } from "./queries/collections.ts";
import { type CategoryFields, categoryFaults, categoryNamed, mostOfCategory } from "./rules/category-fields.ts";

export type { UsedCategory };

/** The most products that are counted per category. */
export const mostCountedOfCategory = 1000;

/** The most categories of a shop. */
const mostCategories = 100;

/**
 * All categories in the owner's order, with their numbers of products, up to
 * `mostCountedOfCategory` + 1.
 */
export const listCategories = (reader: Db | Tx): Promise<UsedCategory[]> =>
  findCategoriesWithUse(reader, mostCountedOfCategory + 1);

const categoryFields = ({ name, slug, backdrop, intro, position, ...row }: CategoryRow): CategoryFields => ({
  ...{ name, slug, backdrop, intro, position },
  picture: row.picture === "" ? null : { key: row.picture, width: row.picture_width, height: row.picture_height },
  pictureAlt: row.picture_alt,
});

/** The columns of a category. A history entry from before pictures existed has no picture. */
const columnsOf = ({ picture, pictureAlt = "", ...columns }: CategoryFields) => ({
  ...columns,
  picture: picture?.key ?? "",
  picture_alt: pictureAlt,
  picture_width: picture?.width ?? 0,
  picture_height: picture?.height ?? 0,
});

/**
 * Locks all categories until the transaction ends, and returns the category with this id; undefined
 * if there is none.
 */
export async function lockCategory(tx: Tx, id: string): Promise<CategoryFields | undefined> {
  const row = (await lockCategories(tx)).find((each) => each.id === id);
  return row && categoryFields(row);
}

/**
 * Adds a category, or changes an existing one except its slug. A refusal names the invalid fields.
 */
export async function putCategory(tx: Tx, id: string, fields: CategoryFields): Promise<Outcome<object>> {
  const rows = await lockCategories(tx);
  const stored = rows.find((row) => row.id === id);
  const category = stored ? { ...fields, slug: stored.slug } : fields;
  const faults = categoryFaults(
    category,
    rows.filter((row) => row.id !== id),
    stored?.slug,
  );
  if (faults.length > 0) return invalidFields(faults);
  if (!stored && (await findCollectionAt(tx, category.slug)))
    return invalidFields([{ field: "slug", message: "A collection has this address. Enter a different one." }]);
  if (stored) await updateCategory(tx, id, columnsOf(category));
  else if (rows.length >= mostCategories) return refuse("limit_reached", `A shop can have up to ${mostCategories} categories.`);
  else await insertMissingCategories(tx, [{ id, ...columnsOf(category) }]);
  return ok({});
}

/**
 * Adds a category after the last for each name that no category has, and returns the new ids.
 * Refuses an invalid name, or too many categories.
 */
export async function addCategories(tx: Tx, names: readonly string[]): Promise<Outcome<string[]>> {
  await ensureCategories(tx);
  const addedIds: string[] = [];
  for (const name of names) {
    const rows = await lockCategories(tx);
    const fields = categoryNamed(name, Math.min(mostOfCategory.position, Math.max(...rows.map(({ position }) => position)) + 1));
    const isKnown = (row: CategoryRow) => row.name.toLowerCase() === name.toLowerCase() || row.slug === fields.slug;
    if (rows.some(isKnown)) continue;
    const id = newShortId();
    const put = await putCategory(tx, id, fields);
    if (!put.ok) return refuse(put.code, `${name}: ${put.errors?.[0]?.message ?? put.error}`);
    addedIds.push(id);
  }
  return ok(addedIds);
}

/** The slugs in the owner's order. Locks all categories until the transaction ends. */
export async function lockCategoryOrder(tx: Tx): Promise<string[]> {
  await lockCategories(tx);
  return await findCategoryOrder(tx);
}

/**
 * Moves each category to the position of its slug in `order`. Refuses an `order` that does not have
 * exactly the existing slugs.
 */
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

/** The catalog's references to a category, in words such as `3 products`. */
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

/** Removes a category that nothing refers to. Refuses to remove the last category of the shop. */
export async function removeCategory(tx: Tx, id: string): Promise<Outcome<object>> {
  if ((await lockCategories(tx)).length === 1)
    return refuse("limit_reached", "This is the last category, and products need one. Add another one first.");
  await deleteCategory(tx, id);
  return ok({});
}
