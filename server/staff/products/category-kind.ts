import { catalogUsesOf, lockCategory, putCategory, removeCategory } from "../../catalog/category-records.ts";
import { categoryPath } from "../../catalog/paths.ts";
import { landingPath } from "../../catalog/rules/categories.ts";
import { sellingUsesOf } from "../../checkout/category-uses.ts";
import { countBannersOf } from "../../content/banner-records.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { notFound, refuse } from "../../outcome.ts";
import { recordKind } from "../forms/record-kind.ts";
import { staffCategoryPath } from "../paths.ts";
import { categoryForm } from "./category-form.ts";

/** A category of products. */
export const categoryKind = recordKind({
  kind: "category",
  needs: "products:write",
  name: ({ name }) => name,
  path: staffCategoryPath,
  form: categoryForm,
  read: lockCategory,
  write: (tx, id, fields) => putCategory(tx, id, fields),
  insert: (tx, id, fields) => putCategory(tx, id, fields),
  async remove(tx, id) {
    const category = await lockCategory(tx, id);
    if (!category) return notFound;
    const uses = await categoryUses(tx, id, category.slug);
    return uses.length > 0 ? stillUsed(uses) : await removeCategory(tx, id);
  },
});

/** The references to a category that would be lost with it, each in words. */
export async function categoryUses(reader: Db | Tx, id: string, slug: string): Promise<string[]> {
  const banners = await countBannersOf(reader, slug);
  return [
    ...(await catalogUsesOf(reader, id)),
    ...(await sellingUsesOf(reader, id)),
    ...(banners > 0 ? [banners === 1 ? "1 banner on its page" : `${banners} banners on its page`] : []),
  ];
}

/** The refusal to remove a used category, which says what has to be changed first. */
export const stillUsed = (uses: readonly string[]) =>
  refuse("limit_reached", `It is still used: ${uses.join("; ")}. Change that first, then remove it.`);

/** Whether a link of the header or the footer leads to a category. */
export const isLinked = (slug: string, links: readonly { href: string }[]): boolean =>
  links.some(({ href }) => href === landingPath(slug) || href === categoryPath(slug));
