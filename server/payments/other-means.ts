import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { looksLikeCard } from "./invariants/card-numbers.ts";

/** Characters of the note. */
export const longestMeans = 200;

/** How money was paid in another way than to the card, as somebody typed it into `field`; `missing` says what to type. */
export function meansOf(typed: string, field: string, missing: string): Outcome<string> {
  const invalid = (message: string) => invalidFields([{ field, message }]);
  const means = typed.trim();
  if (means === "") return invalid(missing);
  if (means.length > longestMeans) return invalid(`Up to ${longestMeans} characters fit; this has ${means.length}.`);
  return looksLikeCard(means) ? invalid("Leave out card numbers: they are not stored.") : ok(means);
}
