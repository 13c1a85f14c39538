import { invalidFields, type Outcome, ok } from "./outcome.ts";
import { plainText } from "./plain-text.ts";

const longestTag = 40;
const mostTags = 20;

/** The most characters of a field of tags. */
export const longestTagText = mostTags * (longestTag + 2);

/** A tag in lower case, without spaces around it, and with single spaces inside. */
export const tagOf = (text: string): string => plainText(text).replace(/\s+/g, " ").trim().toLowerCase();

/** Reads tags with commas between them, each once, sorted. Refuses too many or too long tags. */
export function readTags(text: string): Outcome<string[]> {
  const tags = [...new Set(text.split(",").map(tagOf).filter(Boolean))].sort();
  const long = tags.find((tag) => tag.length > longestTag);
  if (long !== undefined)
    return refuseTags(`A tag can have up to ${longestTag} characters: “${long.slice(0, longestTag)}…” has more.`);
  return tags.length > mostTags ? refuseTags(`Up to ${mostTags} tags fit.`) : ok(tags);
}

const refuseTags = (message: string) => invalidFields([{ field: "tags", message }]);
