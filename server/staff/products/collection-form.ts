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
    hint: `Of its page, below /storefront/collections/. Small letters, digits, and single hyphens, up to ${longestSlug} characters. Left empty it is made of the name; a former one goes on leading here.`,
  }),
  read: ({ body, name }) => ok(readLines(body[name]) || slugOf(oneLine(readLines(body.name)))),
};

const labelOptions = [{ value: "", label: "Any or none" }, ...labels.map((name) => ({ value: name, label: name }))];
const labelSelect = select("Label", () => labelOptions, {
  hint: "The label that you chose for the product. For new products by themselves, use the age.",
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
    hint: `A sentence or two at the head of its page, up to ${mostOfCollection.intro} characters.`,
    most: 5000,
    tidy: oneLine,
  }),
  seoTitle: line("Title for search engines", { hint: "Left empty it is the name.", tidy: oneLine }),
  seoDescription: line("Description for search engines", { hint: "Left empty it is the introduction.", tidy: oneLine }),
  chosenBy: radios<CollectionFields["chosenBy"]>(
    "Its products are chosen",
    { hand: "By hand, in an order", rule: "By a rule" },
    { first: "hand", history: "Chosen", saysWords: true },
  ),
  products: orderedProducts("Products"),
  label,
  values: attributeValues("Values of attributes"),
  priceMin: dollars("Price from", { none: null, hint: "The lowest price of the product, in dollars." }),
  priceMax: dollars("Price to", { none: null }),
  newerDays: wholeNumber("Added within days", {
    none: null,
    hint: "Such as 30. A product leaves the collection by itself when it is older.",
  }),
});
