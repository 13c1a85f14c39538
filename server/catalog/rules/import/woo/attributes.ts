import { type Outcome, refuse } from "../../../../outcome.ts";
import { slugOf } from "../../slug.ts";
import { shortened } from "../said.ts";
import type { WooRow } from "./row.ts";
import { listOf, wordOf } from "./text.ts";

/** An attribute of a product; `values` in the product's order. */
export type Attribute = { name: string; values: readonly string[] };

export const attributesOf = (product: WooRow): Attribute[] =>
  product.attributes().map(({ name, text }) => ({ name, values: [...new Set(listOf(text))] }));

const sameName = (a: string, b: string): boolean => a === b || slugOf(a) === slugOf(b);

/** A shop shows this many choices on a product. */
const mostChoices = 3;

/** The attributes that a product's variations differ by, which are those that their rows name. */
export function choicesOf(attributes: readonly Attribute[], variations: readonly WooRow[]): Outcome<Attribute[]> {
  const named = [...new Set(variations.flatMap((row) => row.attributes().map(({ name }) => name)))];
  const own = attributes.filter(({ name }) => named.some((other) => sameName(name, other)));
  const foreign = named.filter((name) => !own.some((attribute) => sameName(attribute.name, name)));
  const once = foreign.filter((name, at) => foreign.findIndex((other) => sameName(name, other)) === at);
  const choices = [...own, ...once.map((name) => ({ name, values: [] }))];
  if (choices.length <= mostChoices) return { ok: true, value: choices };
  const names = choices.map(({ name }) => name).join(", ");
  return refuse(`its variations differ by ${choices.length} attributes (${shortened(names)}): ${mostChoices} are possible`);
}

/** A variation's value of each choice; undefined stands for any. */
export const chosenBy = (variation: WooRow, choices: readonly Attribute[]): (string | undefined)[] => {
  const cells = variation.attributes();
  return choices.map((choice) => {
    const text = wordOf(cells.find(({ name }) => sameName(name, choice.name))?.text ?? "");
    return text === "" ? undefined : spelled(text, choice.values);
  });
};

/** As the product spells it: a variation may have the value's word for addresses. */
function spelled(text: string, values: readonly string[]): string {
  if (values.includes(text)) return text;
  const alike = values.filter((value) => slugOf(value) === slugOf(text));
  return alike.length === 1 && alike[0] !== undefined ? alike[0] : text;
}
