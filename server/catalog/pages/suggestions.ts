import { part } from "../../web/view.ts";
import { collectionsPath } from "../paths.ts";
import type { Suggestions } from "../suggestions.ts";

type SuggestionOptions = ReturnType<typeof suggestionOptions>;

export const suggestionsPart = part<SuggestionOptions>("catalog/suggestions");

/**
 * The values of views/catalog/suggestions.hbs: categories, products, and a link to all results.
 * Empty if nothing was found.
 */
export function suggestionOptions({ q, products, categories, corrected, total }: Suggestions) {
  if (total === 0) return { options: [] };
  const name = `${total === 1 ? "1 result" : `All ${total} results`} for “${corrected ?? q}”`;
  const all = { name, href: `${collectionsPath}?${new URLSearchParams({ q })}`, icon: "search" };
  return { options: [...categories.map((place) => ({ ...place, icon: "tag" })), ...products, all] };
}
