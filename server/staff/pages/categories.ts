import { mostCountedOfCategory, productsText, type UsedCategory } from "../../catalog/category-records.ts";
import { landingPath } from "../../catalog/rules/categories.ts";
import { type CategoryFields, categoryLabels } from "../../catalog/rules/category-fields.ts";
import { longestSlug } from "../../catalog/rules/product-faults.ts";
import { view } from "../../web/view.ts";
import {
  staffCategoriesPath,
  staffCategoryMovePath,
  staffCategoryPath,
  staffCategoryRemovalPath,
  staffProductsPath,
} from "../paths.ts";
import { versionOf } from "../records.ts";
import { may } from "../rules/permissions.ts";
import { contentForm, type Shown } from "./content-form.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { fieldsOf } from "./form-fields.ts";

const mayWrite = ({ staff }: DeskInput): boolean => may(staff, "products:write");

/** The address of a category's products in the list. */
const productsOf = (slug: string) => `${staffProductsPath}?category=${slug}`;

/** The id of a category's row in the list, to which the page scrolls after a move. */
export const rowId = (id: string): string => `category-${id}`;

/** All categories in the owner's order. */
export const categoriesPage = (
  desk: DeskInput,
  categories: readonly UsedCategory[],
  { notice, refusal, history = [] }: Shown,
) => ({
  ...deskFrame(desk, "Categories", staffProductsPath),
  back: staffProductsPath,
  notice,
  token: desk.token,
  formError: refusal?.error,
  /** the history of a category removed just now, so that it can be restored; else of the order */
  history,
  mayMove: mayWrite(desk) && categories.length > 1,
  seen: versionOf({ order: categories.map(({ slug }) => slug) }),
  added: mayWrite(desk) ? staffCategoryPath("new") : undefined,
  categories: categories.map(({ id, slug, name, position, products }, at) => ({
    ...{ name, slug, position, rowId: rowId(id) },
    move: staffCategoryMovePath(id),
    isFirst: at === 0,
    isLast: at === categories.length - 1,
    href: staffCategoryPath(id),
    address: landingPath(slug),
    products: products > mostCountedOfCategory ? `More than ${mostCountedOfCategory}` : String(products),
    productsHref: productsOf(slug),
  })),
});
type CategoriesPage = ReturnType<typeof categoriesPage>;
export const categoriesView = view<CategoriesPage>("staff/categories");

type CategoryInput = {
  id: string;
  category: CategoryFields | undefined;
  /** the position of a new category */
  lastPosition: number;
  products: number;
  /** references to it, in words */
  uses: readonly string[];
};

/** Says what has to be changed before it can be removed. */
const usesText = (uses: readonly string[]): string =>
  uses.length > 0 ? `Used by: ${uses.join("; ")}. It can be removed when nothing uses it any more.` : "Nothing uses it.";

/** The page of one category; `id` is `new` before it exists. */
export function categoryPage(desk: DeskInput, { id, category, lastPosition, products, uses }: CategoryInput, shown: Shown) {
  const saved = category ?? { position: lastPosition };
  const texts = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, String(value)]));
  const field = fieldsOf(texts, shown);
  const slug = field({
    name: "slug",
    label: categoryLabels.slug,
    hint: `Of its page in the shop, below /storefront/. Small letters, digits, and single hyphens, up to ${longestSlug} characters. Leave empty to make it of the name. It stays as it is later.`,
  });
  return contentForm(desk, staffProductsPath, shown, {
    heading: category?.name ?? "New category",
    back: { href: staffCategoriesPath, name: "Categories" },
    ...(category && { lead: `Its address is ${landingPath(category.slug)}, whatever its name. ${usesText(uses)}` }),
    action: staffCategoryPath(id),
    seen: category ? versionOf(category) : "",
    fields: [
      field({ name: "name", label: categoryLabels.name }),
      ...(category ? [] : [slug]),
      field({
        name: "intro",
        label: categoryLabels.intro,
        kind: "text",
        hint: "A sentence or two, for shoppers and search engines.",
      }),
      field({
        name: "backdrop",
        label: categoryLabels.backdrop,
        kind: "choice",
        choices: [
          ["black", "Black"],
          ["white", "White"],
        ],
        hint: "White for pictures on a white ground or without one, such as most photographs of products.",
      }),
      field({
        name: "position",
        label: categoryLabels.position,
        type: "number",
        hint: "The lowest stands first, in the shop and in forms; equal ones by name.",
      }),
    ],
    mayWrite: mayWrite(desk),
    ...(category && {
      links: [
        { name: "See the page", href: landingPath(category.slug) },
        { name: products > 0 ? `See ${productsText(products)}` : "No products yet", href: productsOf(category.slug) },
      ],
      removal: uses.length === 0 ? { action: staffCategoryRemovalPath(id) } : undefined,
    }),
  });
}
