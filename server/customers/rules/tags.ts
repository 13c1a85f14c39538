import { foldedText } from "../../folded-text.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import { longestTag, mostTags, tidyTag } from "../../tags.ts";

/** A tag: its `label` as typed, and the folded text `tag` by which it is found. */
export type Tag = { tag: string; label: string };

const wrong = (message: string) => invalidFields([{ field: "tag", message }]);

/** Reads a typed tag; leading, trailing, and repeated spaces are dropped. */
export function tagOf(text: string): Tag {
  const label = tidyTag(text);
  return { tag: foldedText(label), label };
}

/** Adds a label to a customer's, unless they have it already, in any letter case. */
export function withTag(labels: readonly string[], text: string): Outcome<string[]> {
  const { tag, label } = tagOf(text);
  if (tag === "") return wrong("Enter a tag, such as VIP.");
  if (label.length > longestTag) return wrong(`A tag has up to ${longestTag} characters; this one has ${label.length}.`);
  if (labels.some((each) => tagOf(each).tag === tag)) return ok([...labels]);
  if (labels.length >= mostTags) return wrong(`A customer has up to ${mostTags} tags. Remove one first.`);
  return ok([...labels, label]);
}

/** Removes a label from a customer's, in any letter case. */
export const withoutTag = (labels: readonly string[], text: string): string[] =>
  labels.filter((each) => tagOf(each).tag !== tagOf(text).tag);
