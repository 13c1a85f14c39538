import { canNameCategory } from "../../../catalog/rules/category-fields.ts";
import type { Classify, ProductWords } from "../format.ts";
import { truncated } from "../truncated.ts";
import { type MappedAttribute, readingValues } from "./attribute.ts";
import { foldCase, type Meanings, meaningLookup } from "./meanings.ts";
import { wordCounts } from "./tally.ts";

/**
 * The meanings of a file's words in the shop. The type `*` gives a category to every product that
 * has none.
 */
export type Mapping = {
  categories?: { types?: Meanings | undefined; tags?: Meanings | undefined } | undefined;
  attributes?: readonly MappedAttribute[] | undefined;
};

const otherTypes = "*";

/**
 * Classifies products by a mapping. `categories` are the shop's categories, by slug and lower-case
 * name; `fallback` is the category of products that match no category. With an empty mapping, only
 * the categories' names are matched.
 */
export function classifierFor(
  { categories: sorted = {}, attributes: mapped = [] }: Mapping,
  categories: ReadonlyMap<string, string>,
  fallback?: string,
): Classify {
  const { [otherTypes]: others, ...named } = sorted.types ?? {};
  const [types, tags] = [meaningLookup(named), meaningLookup(sorted.tags)];
  const attributes = mapped.map(readingValues);
  const [leftTypes, leftTags, fallbackTypes] = [wordCounts(), wordCounts(), wordCounts()];

  const classify = (words: ProductWords) => {
    const readings = attributes.map(({ read }) => read(words));
    const used = new Set(readings.flatMap((each) => [...each.used]));
    const byType = words.types.map((type) => types.find(type) ?? categoryNamed(type, categories));
    const byTag = words.tags.map((tag) => tags.find(tag));
    const category = [...byType, ...byTag, others].find((name) => name !== undefined);
    const first = byType.findIndex((name) => name !== undefined);
    const unnamed = category === undefined ? fallbackTypes : leftTypes;
    words.types.forEach((type, at) => {
      const isDecided = words.areAlternatives && first >= 0 && first < at;
      if (!byType[at] && !others && !used.has(type) && !isDecided) unnamed.add(type);
    });
    words.tags.forEach((tag, at) => {
      if (!byTag[at] && !used.has(tag)) leftTags.add(tag);
    });
    return {
      category: category === undefined ? undefined : categories.get(foldCase(category)),
      attributes: mapped.length > 0 ? readings.flatMap(({ values }) => values) : undefined,
      missing: category === undefined && fallback === undefined ? nameIn(words.types) : undefined,
    };
  };
  const notes = () => {
    const unmet = [
      ...types.unmet().map((word) => `type ${word}`),
      ...tags.unmet().map((word) => `tag ${word}`),
      ...attributes.flatMap((attribute) => attribute.unmet()),
    ];
    return [
      ...attributes.flatMap((attribute) => attribute.notes()),
      ...(fallback !== undefined && fallbackTypes.size() > 0
        ? [`Types that name no category, so “${fallback}” was used,  ${fallbackTypes.size()}: ${fallbackTypes.named()}`]
        : []),
      ...(leftTypes.size() > 0 ? [`Types skipped,  ${leftTypes.size()}: ${leftTypes.named()}`] : []),
      ...(leftTags.size() > 0 ? [`Tags skipped,  ${leftTags.size()}: ${leftTags.named()}`] : []),
      ...(unmet.length > 0 ? [`The mapping has names that no product has: ${listed(unmet)}`] : []),
    ];
  };
  return Object.assign(classify, { columns: new Set(mapped.flatMap(({ columns = [] }) => columns.map(foldCase))), notes });
}

/**
 * The shop's category named by the whole type, else by a part of its path (`Glass > Bowls`), the
 * last part first.
 */
const categoryNamed = (type: string, categories: ReadonlyMap<string, string>): string | undefined =>
  [type, ...type.split(">").toReversed()].map((part) => categories.get(foldCase(part))).find((slug) => slug !== undefined);

/** The last part of a type's path, from the first type where this part can be a category's name. */
const nameIn = (types: readonly string[]): string | undefined =>
  types.map((type) => type.split(">").at(-1)?.trim() ?? "").find(canNameCategory);

const mostNamed = 20;

function listed(words: readonly string[]): string {
  const wordList = words
    .slice(0, mostNamed)
    .map((word) => truncated(word))
    .join(", ");
  return words.length > mostNamed ? `${wordList} and ${words.length - mostNamed} more` : wordList;
}
