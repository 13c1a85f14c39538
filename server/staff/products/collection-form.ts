import { type CollectionFields, mostOfCollection } from "../../catalog/rules/collection-fields.ts";
import { isLabel, type Label, labels } from "../../catalog/rules/labels.ts";
import { longestSlug } from "../../catalog/rules/product-faults.ts";
import { slugOf } from "../../catalog/rules/slug.ts";
import { ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { radios, select } from "../forms/choice-fields.ts";
import { line, textArea } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";
import { dollars, wholeNumber } from "../forms/number-fields.ts";
import { attributeValues, orderedProducts } from "./collection-fields.ts";

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const slug: FormField<string> = {
  ...line("Address", {
    hint: `The address of the page, below /storefront/collections/: small letters, digits, and single hyphens, up to ${longestSlug} characters. Leave empty to make it from the name. A former address still leads here.`,
  }),
  read: ({ body, name }) => ok(readLines(body[name]) || slugOf(oneLine(readLines(body.name)))),
};

const labelOptions = [{ value: "", label: "Any or none" }, ...labels.map((name) => ({ value: name, label: name }))];
const labelSelect = select("Label", () => labelOptions, {
  hint: "The label that you chose for the product. To find new products, use “Added within days”.",
});
const label: FormField<Label | null> = {
  ...labelSelect,
  views: (input) => labelSelect.views({ ...input, value: input.value ?? "" }),
  read({ body, name }) {
    const sent = readLines(body[name]);
    return ok(isLabel(sent) ? sent : null);
  },
};

/** The form of a collection. The page groups the fields: chosen by hand, and by a rule. */
export const collectionForm = form<CollectionFields>({
  name: line("Name", { tidy: oneLine, required: true }),
  slug,
  intro: textArea("Introduction", {
    hint: `One or two sentences at the top of the page, up to ${mostOfCollection.intro} characters.`,
    most: 5000,
    tidy: oneLine,
  }),
  seoTitle: line("Title for search engines", { hint: "Leave empty for the name.", tidy: oneLine }),
  seoDescription: line("Description for search engines", { hint: "Leave empty for the introduction.", tidy: oneLine }),
  chosenBy: radios<CollectionFields["chosenBy"]>(
    "Its products are chosen",
    { hand: "By hand, in an order", rule: "By a rule" },
    { first: "hand", history: "Chosen", saysWords: true },
  ),
  products: orderedProducts("Products"),
  label,
  values: attributeValues("Values of attributes"),
  priceMin: dollars("Price from", { none: null, hint: "In dollars. It is compared with the product’s lowest price." }),
  priceMax: dollars("Price to", { none: null }),
  newerDays: wholeNumber("Added within days", {
    none: null,
    hint: "Such as 30. Older products leave the collection by themselves.",
  }),
});
