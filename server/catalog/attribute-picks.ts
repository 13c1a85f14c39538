import type { Tx } from "../db/tables.ts";
import type { NewPick } from "./new-product.ts";
import { findAttributesNamed, findNamedValues, findValuesNamed, type NamedValue } from "./queries/product-record.ts";
import { attributeText, parseAttribute } from "./rules/product-fields.ts";
import { slugOf } from "./rules/slug.ts";

/**
 * The attribute value of each typed text: one of the product, else one of the shop, else a new
 * value.
 */
export async function picksOf(tx: Tx, texts: readonly string[], ownIds: readonly string[]): Promise<NewPick[]> {
  const own = new Map((await findNamedValues(tx, ownIds)).map((value) => [attributeText(value), value]));
  const newAttributes = texts.flatMap((text) => (own.has(text) ? [] : (parseAttribute(text) ?? [])));
  const attributes = await findAttributesNamed(
    tx,
    newAttributes.map(({ name }) => name),
  );
  const values = await findValuesNamed(
    tx,
    attributes.map(({ slug }) => slug),
    newAttributes.map(({ value }) => value),
  );
  return texts.flatMap((text) => {
    const ownValue = own.get(text);
    if (ownValue) return [{ attribute: ownValue.attribute, value: ownValue.valueSlug }];
    const parsed = parseAttribute(text);
    return parsed ? [pickOf(parsed, attributes, values)] : [];
  });
}

const isNamed = (name: string, typed: string): boolean => name.toLowerCase() === typed.toLowerCase();

function pickOf(
  { name, value }: { name: string; value: string },
  attributes: readonly { slug: string; name: string }[],
  values: readonly NamedValue[],
): NewPick {
  const attribute = attributes.find((each) => isNamed(each.name, name))?.slug ?? slugOf(name);
  const existingValue = values.find((each) => each.attribute === attribute && isNamed(each.value, value));
  return existingValue
    ? { attribute, value: existingValue.valueSlug }
    : { attribute, value: slugOf(value), names: { attribute: name, value } };
}
