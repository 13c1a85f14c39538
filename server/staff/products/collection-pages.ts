import type { Collection } from "../../catalog/collections.ts";
import { collectionPath } from "../../catalog/paths.ts";
import type { CollectionFields } from "../../catalog/rules/collection-fields.ts";
import { type ContentFormState, contentForm } from "../content/content-form-page.ts";
import type { FieldView } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { recordTable } from "../lists/table.ts";
import { staffCollectionPath, staffCollectionRemovalPath, staffCollectionsPath, staffProductsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { versionOf } from "../records/records.ts";

const mayWrite = ({ staff }: StaffContext): boolean => may(staff, "products:write");

/** All collections by name. */
export const collectionsPage = (
  context: StaffContext,
  collections: readonly (Collection & { size: number })[],
  { notice, history = [] }: ContentFormState,
) => ({
  ...staffFrame(context, "Collections", staffProductsPath),
  heading: "Collections",
  addition: "Add a collection",
  notice,
  formError: undefined,
  back: staffProductsPath,
  token: context.token,
  /** the history of the collection that was just removed, for the undo */
  history,
  added: mayWrite(context) ? staffCollectionPath("new") : undefined,
  table: recordTable({
    caption: "Collections by name",
    columns: [
      { label: "Name", cell: ({ id, name }) => ({ text: name, href: staffCollectionPath(id) }) },
      { label: "Address", cell: ({ slug }) => slug },
      { label: "Chosen", cell: ({ chosenBy }) => (chosenBy === "hand" ? "By hand" : "By a rule") },
      { label: "On sale", isFigure: true, cell: ({ size }) => String(size) },
    ],
    rows: collections,
  }),
});
const leadOf = (slug: string, size: number): string => {
  const products = size === 1 ? "1 product" : `${size} products`;
  const empty = size === 0 ? " Search engines are told to leave the page out until it shows a product." : "";
  return `Its page, ${collectionPath(slug)}, shows ${products} now.${empty}`;
};

type CollectionInput = {
  id: string;
  collection: CollectionFields | undefined;
  fields: readonly FieldView[];
  /** the number of products on sale in the collection */
  size: number;
};

/** The groups of fields below the choice between by hand and by rule. */
const groups = [
  { heading: "Chosen by hand", names: ["products"] },
  {
    heading: "Chosen by a rule",
    lead: "The collection shows every product that meets all conditions that you fill in, now and later.",
    names: ["label", "values", "priceMin", "priceMax", "newerDays"],
  },
] as const satisfies readonly { heading: string; lead?: string; names: readonly (keyof CollectionFields)[] }[];

const isNamed = (names: readonly string[]) => (field: FieldView) => names.includes(field.name);
const grouped = groups.flatMap(({ names }): readonly string[] => names);

/** The page of one collection; `id` is `new` before it exists. */
export const collectionPage = (
  context: StaffContext,
  { id, collection, fields, size }: CollectionInput,
  state: ContentFormState,
) =>
  contentForm(context, staffProductsPath, state, {
    heading: collection?.name ?? "New collection",
    back: { href: staffCollectionsPath, name: "Collections" },
    ...(collection && { lead: leadOf(collection.slug, size) }),
    action: staffCollectionPath(id),
    seen: collection ? versionOf(collection) : "",
    fields: fields.filter((field) => !isNamed(grouped)(field)),
    groups: groups.map(({ names, ...group }) => ({ ...group, fields: fields.filter(isNamed(names)) })),
    mayWrite: mayWrite(context),
    ...(collection && {
      links: [{ name: "See the page", href: collectionPath(collection.slug) }],
      removal: { action: staffCollectionRemovalPath(id) },
    }),
  });
