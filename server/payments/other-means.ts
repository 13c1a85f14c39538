import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { looksLikeCard } from "./invariants/card-numbers.ts";

/** The most characters of the note. */
export const longestMeans = 200;

/**
 * The note on how money was paid other than to the card, typed into `field`. `missing` is the error
 * for an empty note.
 */
export function meansOf(text: string, field: string, missing: string): Outcome<string> {
  return text.trim() === "" ? invalidFields([{ field, message: missing }]) : noteOn(text, field);
}

/** A note on money, typed into `field`, which may be empty. */
export function noteOn(text: string, field: string): Outcome<string> {
  const invalid = (message: string) => invalidFields([{ field, message }]);
  const means = text.trim();
  if (means.length > longestMeans) return invalid(`Up to ${longestMeans} characters fit; this has ${means.length}.`);
  return looksLikeCard(means) ? invalid("Leave out card numbers: they are not stored.") : ok(means);
}
