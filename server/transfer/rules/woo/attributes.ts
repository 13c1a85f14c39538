import { slugOf } from "../../../catalog/rules/slug.ts";
import { type Outcome, refuse } from "../../../outcome.ts";
import { truncated } from "../truncated.ts";
import type { WooRow } from "./row.ts";
import { listOf, wordOf } from "./text.ts";

/** An attribute of a product; `values` are in the product's order. */
export type Attribute = { name: string; values: readonly string[] };

/** The attributes of a product, without repeated values. An attribute may have no values. */
export const attributesOf = (product: WooRow): Attribute[] =>
  product.attributes().map(({ name, text }) => ({ name, values: [...new Set(listOf(text))] }));

/** The most options of a product page. */
const mostChoices = 3;

/**
 * The attributes by which a product's variations differ: those that the variations' rows name.
 * Names with equal slugs are one attribute.
 */
export function choicesOf(attributes: readonly Attribute[], variations: readonly WooRow[]): Outcome<Attribute[]> {
  const variationNames = new Set(variations.flatMap((row) => row.attributes().map(({ name }) => name)));
  const foreign = new Map<string, string>();
  for (const name of variationNames) if (!foreign.has(slugOf(name))) foreign.set(slugOf(name), name);
  const own = attributes.filter(({ name }) => foreign.has(slugOf(name)));
  for (const { name } of own) foreign.delete(slugOf(name));
  const choices = [...own, ...[...foreign.values()].map((name) => ({ name, values: [] }))];
  if (choices.length <= mostChoices) return { ok: true, value: choices };
  const names = choices.map(({ name }) => name).join(", ");
  return refuse(
    "invalid",
    `its variations differ by ${choices.length} attributes (${truncated(names)}): ${mostChoices} are possible`,
  );
}

/** Returns a variation's value for each option; undefined stands for any value. */
export function choosing(choices: readonly Attribute[]): (variation: WooRow) => (string | undefined)[] {
  const choiceSpellings = choices.map(({ name, values }) => ({ slug: slugOf(name), spelled: spelling(values) }));
  return (variation) => {
    const cells = variation.attributes().map(({ name, text }) => ({ slug: slugOf(name), text }));
    return choiceSpellings.map(({ slug, spelled }) => {
      const text = wordOf(cells.find((cell) => cell.slug === slug)?.text ?? "");
      return text === "" ? undefined : spelled(text);
    });
  };
}

/** Finds the product's spelling of a value, since a variation may have the value's slug instead. */
function spelling(values: readonly string[]): (text: string) => string {
  const all = new Set(values);
  const alike = Map.groupBy(values, slugOf);
  return (text) => {
    const [first, ...others] = all.has(text) ? [text] : (alike.get(slugOf(text)) ?? []);
    return first !== undefined && others.length === 0 ? first : text;
  };
}
