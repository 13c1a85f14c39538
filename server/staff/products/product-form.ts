import { allCategories } from "../../catalog/categories.ts";
import { cleanDescription } from "../../catalog/description.ts";
import { htmlOfText, isTextOf, textOfHtml } from "../../catalog/rules/description-text.ts";
import { htmlDepth, mostHtmlDepth } from "../../catalog/rules/html-depth.ts";
import { isLabel, type Label, labels } from "../../catalog/rules/labels.ts";
import { longestDescription } from "../../catalog/rules/product-faults.ts";
import type { ProductFields, VariantFields } from "../../catalog/rules/product-fields.ts";
import {
  mapProduct,
  type ProductFieldKind,
  type ProductFieldName,
  type ProductValue,
  type ProductValues,
  productFields,
} from "../../catalog/rules/product-values.ts";
import { slugOf } from "../../catalog/rules/slug.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import { readLines, readText } from "../../read-text.ts";
import { box, select } from "../forms/choice-fields.ts";
import { line, textArea, textAreaView, textBody } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";
import { readGrid, readVariants } from "./product-grid.ts";
import { listWords, variantWords } from "./product-lines.ts";

const longestLine = 255;

/** The field of the owner's label; with null the shop labels the product itself. */
function labelField(label: string): FormField<Label | null> {
  const options = [{ value: "", label: "By itself: new, low stock" }, ...labels.map((name) => ({ value: name, label: name }))];
  const field = select(label, () => options);
  return {
    ...field,
    views: (input) => field.views({ ...input, value: input.value ?? "" }),
    read({ body, name }) {
      const slug = readLines(body[name]);
      return ok(isLabel(slug) ? slug : null);
    },
  };
}

type ListedField = (typeof productFields)[ProductFieldName];
const fieldOfKind: Readonly<Record<ProductFieldKind, (field: ListedField) => FormField<ProductValue>>> = {
  line: ({ label, required, longest = longestLine }) =>
    line(label, { maxlength: String(longest), ...(required && { required }) }) as FormField<ProductValue>,
  flag: ({ label, initial }) => box(label, { isTickedFirst: initial === true }) as FormField<ProductValue>,
  label: ({ label }) => labelField(label) as FormField<ProductValue>,
};

/** The fields that `catalog/rules/product-values.ts` lists. */
const { name, brand, archived, ...listed } = mapProduct((field) =>
  fieldOfKind[productFields[field].kind](productFields[field]),
) as {
  [Name in ProductFieldName]: FormField<ProductValues[Name]>;
};

const slug: FormField<string> = {
  ...line("Address", {
    hint: "The last part of its address. Left empty it is made of the name; a former one goes on leading here.",
    maxlength: String(longestLine),
  }),
  read: ({ body, name }) => ok(readLines(body[name]) || slugOf(readLines(body.name))),
};

const category: FormField<string> = {
  ...select("Category", async ({ db }) => (await allCategories(db)).map(({ slug, name }) => ({ value: slug, label: name }))),
  read({ body, name }) {
    const slug = readLines(body[name]);
    return slug === "" ? invalidFields([{ field: name, message: "Choose a category." }]) : ok(slug);
  },
};

const descriptionOptions = {
  hint: "A blank line begins a paragraph, lines that begin with - are a list, **words** are bold. HTML works too: headings, tables.",
  maxlength: String(longestDescription),
  most: 2 * longestDescription,
};

/** Reads a description; a text equal to the shown text leaves the stored description unchanged. */
function readDescription(text: string, stored: string | undefined): Outcome<string> {
  const refuse = (message: string) => invalidFields([{ field: "description", message }]);
  if (text.length > longestDescription) return refuse(`Up to ${longestDescription} characters fit.`);
  if (htmlDepth(text) > mostHtmlDepth) return refuse("Its tags are nested too deep: paste it without formatting.");
  return ok(stored !== undefined && isTextOf(text, stored) ? stored : cleanDescription(htmlOfText(text)));
}

const description: FormField<string> = {
  ...textArea("Description", descriptionOptions),
  views: (input) => [textAreaView("Description", descriptionOptions, input, textOfHtml(input.value ?? ""))],
  read: ({ body, name, stored }) => readDescription(readText(body[name]), stored),
  words: (value) => (typeof value === "string" && value !== "" ? textOfHtml(value) : undefined),
};

const attributesOptions = {
  hint: "One on each line, such as Color: Red. Shoppers filter by them.",
  maxlength: "60000",
};
const attributes: FormField<readonly string[]> = {
  label: "Attributes",
  body: textBody(60_000),
  views: (input) => [textAreaView("Attributes", attributesOptions, input, (input.value ?? []).join("\n"))],
  read({ body, name }) {
    const lines = readLines(body[name]).split("\n");
    return ok([...new Set(lines.map((text) => text.trim()).filter((text) => text !== ""))]);
  },
  words: (value) => listWords((value as readonly string[] | null) ?? []),
};

/** The field of the variants on sale; the page shows the variants in a grid. */
const variants: FormField<readonly VariantFields[]> = {
  label: "Variants",
  views: () => [],
  read: ({ body }) => readVariants(readGrid(body)),
  words: (value) => listWords((value as readonly VariantFields[] | null)?.map(variantWords) ?? []),
};

/** The form shows no field “Archived” and keeps its value, which a button of its own changes. */
const kept: Partial<FormField<boolean>> = { views: () => [], read: ({ stored }) => ok(stored ?? false) };

/** The form of a product. */
export const productForm = form<ProductFields>({
  ...{ name, slug, category, brand, description },
  ...listed,
  archived: { ...archived, ...kept },
  attributes,
  variants,
});
