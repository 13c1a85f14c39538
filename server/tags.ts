import { invalidFields, type Outcome, ok } from "./outcome.ts";
import { plainText } from "./plain-text.ts";

/** The most tags of a record, and the most characters of a tag. */
export const mostTags = 20;
export const longestTag = 40;

/** The most characters of a field for tags, which are separated by commas. */
export const longestTagText = mostTags * (longestTag + 2);

/** A typed tag without spaces around it, and with single spaces inside. */
export const tidyTag = (text: string): string => plainText(text).replace(/\s+/g, " ").trim();

/** A tag of an order: in lower case. */
export const tagOf = (text: string): string => tidyTag(text).toLowerCase();

/** Reads tags separated by commas, each once, sorted. Refuses too many or too long tags. */
export function readTags(text: string): Outcome<string[]> {
  const tags = [...new Set(text.split(",").map(tagOf).filter(Boolean))].sort();
  const long = tags.find((tag) => tag.length > longestTag);
  if (long !== undefined)
    return refuseTags(`A tag can have up to ${longestTag} characters: “${long.slice(0, longestTag)}…” has more.`);
  return tags.length > mostTags ? refuseTags(`Up to ${mostTags} tags fit.`) : ok(tags);
}

const refuseTags = (message: string) => invalidFields([{ field: "tags", message }]);
