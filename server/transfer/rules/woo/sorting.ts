import { slugOf } from "../../../catalog/rules/slug.ts";
import { type Refusal, refuse } from "../../../outcome.ts";
import type { DraftAttribute } from "../draft.ts";
import type { ProductOptions, ProductWords } from "../format.ts";
import { truncated } from "../truncated.ts";
import type { Attribute } from "./attributes.ts";
import type { Offer } from "./expand.ts";
import type { Remarks } from "./remarks.ts";
import type { WooRow } from "./row.ts";
import { listOf } from "./text.ts";

/** `rows` are the variations on sale. */
type ClassificationInput = {
  rows: readonly WooRow[];
  attributes: readonly Attribute[];
  choices: readonly Attribute[];
  offers: readonly Offer[];
};

type CategoryMatch = { category: string; attributes?: readonly DraftAttribute[] };

/**
 * A product's category and attributes. The category comes from the owner's mapping, else from a
 * category path that names a category of the shop, the last part first.
 */
export function classificationOf(
  row: WooRow,
  input: ClassificationInput,
  { classify, categories, fallback }: ProductOptions,
  remarks: Remarks,
): { ok: true; value: CategoryMatch } | (Refusal & { missing: string | undefined }) {
  const paths = pathsOf(row);
  const sorted = classify(wordsOf(row, paths, input));
  const ofPath = paths
    .flatMap((path) => path.toReversed())
    .map((word) => categories.get(word.toLowerCase()))
    .find((slug) => slug !== undefined);
  const category = sorted.category ?? ofPath ?? fallback;
  const text = row.cell("Categories");
  if (category === undefined) {
    const problem = text ? `Categories “${truncated(text)}” are not among the shop's categories` : "Categories is empty";
    return { ...refuse("invalid", `${problem}: choose one with --category or --map`), missing: sorted.missing };
  }
  const { attributes } = sorted;
  if (text !== "" && sorted.category === undefined && ofPath === undefined) remarks.add("categories", row.line);
  const unused = unusedAttributes(input, attributes);
  if (unused.length > 0) remarks.add("fixed", row.line, unused);
  return { ok: true, value: { category, ...(attributes && { attributes }) } };
}

/** The names of attributes that are no options and of which the mapping used no value. */
function unusedAttributes({ attributes, choices }: ClassificationInput, mapped: readonly DraftAttribute[] = []): string[] {
  const values = new Set(mapped.map(({ value }) => value.slug));
  const names = new Set(choices.map(({ name }) => name));
  return attributes
    .filter(({ name, values: own }) => !names.has(name) && own.length > 0 && !own.some((value) => values.has(slugOf(value))))
    .map(({ name }) => name);
}

/** Category paths: `Clothing > Shirts` is Shirts within Clothing. */
const pathsOf = (row: WooRow): string[][] =>
  listOf(row.cell("Categories")).map((path) =>
    path
      .split(">")
      .map((part) => part.trim())
      .filter(Boolean),
  );

function wordsOf(
  row: WooRow,
  paths: readonly string[][],
  { rows, attributes, choices, offers }: ClassificationInput,
): ProductWords {
  const types = paths.map((path) => path.join(" > "));
  const options = new Map(attributes.map(({ name, values }) => [name, values]));
  for (const [at, { name }] of choices.entries()) options.set(name, [...new Set(offers.map(({ values }) => values[at] ?? ""))]);
  const columns = row.others();
  for (const each of rows) for (const [header, text] of each.others()) if (!columns.has(header)) columns.set(header, text);
  return { types: [...new Set(types)].filter(Boolean), tags: listOf(row.cell("Tags")), options, columns };
}
