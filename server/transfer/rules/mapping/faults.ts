import { slugOf } from "../../../catalog/rules/slug.ts";
import { truncated } from "../truncated.ts";
import { attributeSlug, type MappedAttribute } from "./attribute.ts";
import { foldCase, type Meanings } from "./meanings.ts";
import type { Mapping } from "./sorting.ts";

/** The first mistake, with its path, in a mapping of valid shape; undefined if there is none. */
export function mappingFault(mapping: Mapping, categories: ReadonlyMap<string, string>): string | undefined {
  const { types, tags } = mapping.categories ?? {};
  const attributes = mapping.attributes ?? [];
  const slugs = attributes.map(attributeSlug);
  const duplicate = slugs.findIndex((slug, at) => slugs.indexOf(slug) !== at);
  return (
    meaningsFault("categories.types", types, categories) ??
    meaningsFault("categories.tags", tags, categories) ??
    attributes.map((attribute, at) => attributeFault(`attributes[${at}]`, attribute)).find((fault) => fault !== undefined) ??
    (duplicate < 0 ? undefined : `attributes[${duplicate}]: another attribute is named “${slugs[duplicate]}” already`)
  );
}

function meaningsFault(path: string, words: Meanings = {}, categories?: ReadonlyMap<string, string>): string | undefined {
  const firstWords = new Map<string, string>();
  for (const [word, meaning] of Object.entries(words)) {
    const own = `${path}.${truncated(word)}`;
    const before = firstWords.get(foldCase(word));
    if (before !== undefined) return `${own}: it is the same as “${truncated(before)}”: upper and lower case do not matter`;
    firstWords.set(foldCase(word), word);
    if (categories && !categories.has(foldCase(meaning))) return `${own}: ${noCategory(meaning, categories)}`;
  }
  return undefined;
}

const noCategory = (name: string, categories: ReadonlyMap<string, string>): string =>
  `there is no category “${truncated(name)}”: use one of ${[...new Set(categories.values())].join(", ")}`;

function attributeFault(
  path: string,
  { name, slug, types, tags, tagPrefix, options, columns }: MappedAttribute,
): string | undefined {
  if (slug === undefined && slugOf(name) === "") return `${path}.name: it is empty`;
  if (![types, tags, tagPrefix, options, columns].some((source) => source !== undefined))
    return `${path}: it has no source of values: add types, tags, tagPrefix, options, or columns`;
  return meaningsFault(`${path}.types`, types) ?? meaningsFault(`${path}.tags`, tags);
}
