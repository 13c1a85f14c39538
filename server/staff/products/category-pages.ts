import { mostCountedOfCategory, productsText, type UsedCategory } from "../../catalog/category-records.ts";
import { landingPath } from "../../catalog/rules/categories.ts";
import type { CategoryFields } from "../../catalog/rules/category-fields.ts";
import { sizeGuideSlug } from "../../content/size-guide.ts";
import { storedUrl } from "../../media/stored-name.ts";
import { view } from "../../web/view.ts";
import { type ContentFormState, contentForm } from "../content/content-form-page.ts";
import type { FieldView } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { moveButtons, type RowForm, recordTable } from "../lists/table.ts";
import {
  staffCategoriesPath,
  staffCategoryMovePath,
  staffCategoryPath,
  staffCategoryPicturePath,
  staffCategoryRemovalPath,
  staffProductsPath,
} from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { versionOf } from "../records/records.ts";

const mayWrite = ({ staff }: StaffContext): boolean => may(staff, "products:write");

/** The address of a category's products in the list. */
const productsOf = (slug: string) => `${staffProductsPath}?category=${slug}`;

/** The id of a category's row in the list, to which the page scrolls after a move. */
export const rowId = (id: string): string => `category-${id}`;

const productsCount = (products: number): string =>
  products > mostCountedOfCategory ? `More than ${mostCountedOfCategory}` : String(products);

const moveForm = (categories: readonly UsedCategory[]) => {
  const seen = versionOf({ order: categories.map(({ slug }) => slug) });
  return ({ id, name }: UsedCategory, at: number): RowForm => ({
    action: staffCategoryMovePath(id),
    fields: [{ name: "seen", value: seen }],
    buttons: moveButtons(name, at, categories.length),
  });
};

/** All categories in the owner's order. */
export const categoriesPage = (
  context: StaffContext,
  categories: readonly UsedCategory[],
  { notice, refusal, history = [] }: ContentFormState,
) => ({
  ...staffFrame(context, "Categories", staffProductsPath),
  heading: "Categories",
  addition: "Add a category",
  back: staffProductsPath,
  notice,
  token: context.token,
  formError: refusal?.error,
  /**
   * the history of the category that was just removed, to restore it; otherwise the history of the
   * order
   */
  history,
  added: mayWrite(context) ? staffCategoryPath("new") : undefined,
  table: recordTable({
    caption: "Categories, in their order",
    columns: [
      { label: "Name", cell: ({ id, name }) => ({ text: name, href: staffCategoryPath(id) }) },
      { label: "Address", cell: ({ slug }) => slug },
      { label: "Place", isFigure: true, isWide: true, cell: ({ position }) => String(position) },
      { label: "Products", isFigure: true, cell: ({ products }) => productsCount(products) },
    ],
    rows: categories,
    anchor: ({ id }) => rowId(id),
    form: mayWrite(context) && categories.length > 1 ? moveForm(categories) : undefined,
  }),
});
type RecordListPage = ReturnType<typeof categoriesPage>;
/** The page of a short list of records, such as categories or collections. */
export const recordListView = view<RecordListPage>("staff/record-list");

type CategoryInput = {
  id: string;
  category: CategoryFields | undefined;
  fields: readonly FieldView[];
  products: number;
  /** the references to the category, in words */
  uses: readonly string[];
};

/** Says what has to be changed before the category can be removed. */
const usesText = (uses: readonly string[]): string =>
  uses.length > 0 ? `Used by: ${uses.join("; ")}. It can be removed when nothing uses it any more.` : "Nothing uses it.";

const leadOf = (slug: string, uses: readonly string[]): string =>
  `Its address is ${landingPath(slug)}, whatever its name. A page of text with the address ${sizeGuideSlug(slug)} is the size guide of its products. ${usesText(uses)}`;

const uploadOf = (id: string, { picture, pictureAlt }: CategoryFields) => ({
  id: "picture",
  place: "head",
  heading: "Picture",
  action: staffCategoryPicturePath(id),
  src: picture ? storedUrl(picture.key) : "",
  alt: pictureAlt,
  hint: "JPEG, PNG, WebP, AVIF, or GIF, at best 1280 × 400 pixels. It stands above the category’s products, and shared links show it.",
});

/** The page of one category; `id` is `new` before it exists. */
export const categoryPage = (
  context: StaffContext,
  { id, category, fields, products, uses }: CategoryInput,
  state: ContentFormState,
) =>
  contentForm(context, staffProductsPath, state, {
    heading: category?.name ?? "New category",
    back: { href: staffCategoriesPath, name: "Categories" },
    ...(category && { lead: leadOf(category.slug, uses) }),
    action: staffCategoryPath(id),
    seen: category ? versionOf(category) : "",
    fields,
    mayWrite: mayWrite(context),
    ...(category && {
      uploads: [uploadOf(id, category)],
      links: [
        { name: "See the page", href: landingPath(category.slug) },
        { name: products > 0 ? `See ${productsText(products)}` : "No products yet", href: productsOf(category.slug) },
      ],
      removal: uses.length === 0 ? { action: staffCategoryRemovalPath(id) } : undefined,
    }),
  });
