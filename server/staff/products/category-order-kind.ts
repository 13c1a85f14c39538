import { allCategories } from "../../catalog/categories.ts";
import { lockCategoryOrder, putCategoryOrder } from "../../catalog/category-records.ts";
import { staffCategoriesPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";

/** The categories' slugs in their order. */
export type CategoryOrder = { order: readonly string[] };

/**
 * One record has the order of all categories, so that one undo restores both places that a move
 * changes.
 */
export const categoryOrderKind: RecordKind<CategoryOrder> = {
  kind: "category-order",
  needs: "products:write",
  name: () => "Order of the categories",
  path: () => staffCategoriesPath,
  labels: { order: "Order" },
  words: (_field, value, { referenced }) =>
    (value as CategoryOrder["order"]).map((slug) => referenced.get(slug) ?? slug).join(", "),
  referenced: async (db) => new Map((await allCategories(db)).map(({ slug, name }) => [slug, name])),
  read: async (tx) => ({ order: await lockCategoryOrder(tx) }),
  write: (tx, _id, { order }) => putCategoryOrder(tx, order),
};

/** The id of the only record of this kind. */
export const allCategoriesId = "all";
