import { slugOf } from "../../../catalog/rules/slug.ts";
import type { DraftAttribute } from "../draft.ts";
import type { ProductWords } from "../format.ts";
import { foldCase, type Meanings, meaningLookup } from "./meanings.ts";
import { wordCounts } from "./tally.ts";

/**
 * An attribute and the sources of its values: the named types and tags, the part of a tag after
 * `tagPrefix`, and all values of the named options and columns.
 */
export type MappedAttribute = {
  slug?: string | undefined;
  name: string;
  types?: Meanings | undefined;
  tags?: Meanings | undefined;
  tagPrefix?: string | undefined;
  options?: readonly string[] | undefined;
  columns?: readonly string[] | undefined;
};

/** The attribute's slug in the mapping file, else the slug of its name. */
export const attributeSlug = ({ slug, name }: MappedAttribute): string => slug ?? slugOf(name);

/** The values of one product, and the types and tags that gave them. */
type AttributeMatch = { values: DraftAttribute[]; used: ReadonlySet<string> };

/** The most characters of a value; a longer text is too long for a filter. */
const longestValue = 255;

/** Reads an attribute's values of each product. Call `unmet` and `notes` after the last product. */
export function readingValues(mapped: MappedAttribute): {
  read(words: ProductWords): AttributeMatch;
  unmet(): string[];
  notes(): string[];
} {
  const attribute = { slug: attributeSlug(mapped), name: mapped.name };
  const [types, tags] = [meaningLookup(mapped.types), meaningLookup(mapped.tags)];
  const [options, columns] = [namesOf(mapped.options), namesOf(mapped.columns)];
  const [matchedWords, tooLong] = [wordCounts(), wordCounts()];
  // A value keeps its first name, even if the file later spells it otherwise.
  const values = new Map<string, DraftAttribute>();
  const called = (name: string) => {
    const slug = slugOf(name);
    const entry = values.get(slug) ?? { attribute, value: { slug, name } };
    values.set(slug, entry);
    return entry;
  };

  const read = (words: ProductWords): AttributeMatch => {
    const used = new Set<string>();
    const noteUse = (word: string, name: string | undefined) => {
      if (name !== undefined) used.add(word);
      return name === undefined ? [] : [name];
    };
    const names = [
      ...words.types.flatMap((type) => noteUse(type, types.find(type))),
      ...words.tags.flatMap((tag) => noteUse(tag, tags.find(tag) ?? afterPrefix(tag, mapped.tagPrefix))),
    ];
    const listed = [
      ...[...words.options].flatMap(([option, own]) => (options.has(option) ? own : [])),
      ...[...words.columns].flatMap(([column, cell]) => (columns.has(column) ? cell.split(";") : [])),
    ].map((text) => text.trim());
    for (const text of listed.filter(Boolean)) {
      if (text.length > longestValue) tooLong.add(text);
      else {
        names.push(text);
        matchedWords.add(text);
      }
    }
    return { values: [...new Set(names.map(called))], used };
  };
  return {
    read,
    unmet: () => [
      ...types.unmet().map((word) => `type ${word}`),
      ...tags.unmet().map((word) => `tag ${word}`),
      ...options.unmet().map((word) => `option ${word}`),
      ...columns.unmet().map((word) => `column ${word}`),
    ],
    notes: () => [
      ...(matchedWords.size() > 0
        ? [`${mapped.name}, ${matchedWords.size()} values from options and columns: ${matchedWords.named()}`]
        : []),
      ...(tooLong.size() > 0
        ? [`${mapped.name}, skipped because they are longer than ${longestValue} characters: ${tooLong.named()}`]
        : []),
    ],
  };
}

function afterPrefix(tag: string, prefix: string | undefined): string | undefined {
  if (!prefix || !foldCase(tag).startsWith(foldCase(prefix))) return undefined;
  return tag.slice(foldCase(prefix).length).trim() || undefined;
}

function namesOf(names: readonly string[] = []): { has(name: string): boolean; unmet(): string[] } {
  const lookup = meaningLookup(Object.fromEntries(names.map((name) => [name, name])));
  return { has: (name) => lookup.find(name) !== undefined, unmet: lookup.unmet };
}
