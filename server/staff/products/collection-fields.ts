import { allAttributes } from "../../catalog/attributes.ts";
import { lookUpProducts } from "../../catalog/product-list.ts";
import { productsTyped, referencedProducts } from "../../catalog/references.ts";
import type { Db } from "../../db/tables.ts";
import type { FormField } from "../forms/form.ts";
import type { Meaning, TypedText } from "../forms/meanings.ts";
import { namedLines } from "../forms/named-lines-field.ts";
import { namesWords } from "../forms/names.ts";

/** The most products that are offered for one line. */
const mostFound = 20;

type NamedProduct = { id: string; name: string; slug: string };

const productLine = ({ name, slug }: Omit<NamedProduct, "id">): string => `${name} (${slug})`;
const productMeaning = ({ id, name, slug }: NamedProduct): Meaning => ({ value: id, label: productLine({ name, slug }) });

/** The slug in parentheses at the end of a line, or else the whole line. */
const addressIn = (line: string): string => /\(([a-z0-9-]+)\)$/.exec(line)?.[1] ?? line;

async function productsMeant(db: Db, lines: readonly string[]): Promise<TypedText[]> {
  const { products } = await productsTyped(db, lines.map(addressIn).join("\n"));
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const typed: TypedText[] = [];
  for (const text of lines) {
    const product = bySlug.get(addressIn(text).replace(/^.*\/([^/]+)\/?$/, "$1"));
    const found = product ? [product] : await lookUpProducts(db, text.toLowerCase(), mostFound);
    typed.push({ text, meanings: found.map(productMeaning) });
  }
  return typed;
}

/** A field for the products of a collection, in the order of its page. */
export const orderedProducts = (label: string): FormField<string[]> => ({
  ...namedLines(label, {
    hint: "One product on each line, by name, SKU, or address, in the order of the page. Move a line to move the product, or delete the line to take the product out.",
    words: {
      none: (texts) => `No product has ${texts} in its name, address, or SKU.`,
      several: (texts) => `${texts} may mean several products: tick those you mean.`,
    },
    async show(db, ids) {
      const products = new Map((await referencedProducts(db, ids)).map((product) => [product.id, product]));
      return ids.flatMap((id) => products.get(id) ?? []).map(productLine);
    },
    find: productsMeant,
  }),
  words: (value, context) => namesWords(value, "product", context),
});

/** All attribute values, labeled as in the lines of the form, such as `Color: Red`. */
const attributeMeanings = async (db: Db): Promise<(Meaning & { name: string })[]> =>
  (await allAttributes(db)).flatMap((attribute) =>
    attribute.values.map(({ pick, name }) => ({ value: pick, label: `${attribute.name}: ${name}`, name })),
  );

async function valuesMeant(db: Db, lines: readonly string[]): Promise<TypedText[]> {
  const all = await attributeMeanings(db);
  return lines.map((text) => {
    const typed = text.toLowerCase().replace(/\s*:\s*/, ": ");
    const whole = all.filter(({ label, value }) => label.toLowerCase() === typed || value === text);
    const meant = whole.length > 0 ? whole : all.filter(({ name }) => name.toLowerCase() === typed);
    return { text, meanings: meant.map(({ value, label }) => ({ value, label })) };
  });
}

/** A field for attribute values, one on each line. A deleted value is shown by its slugs. */
export const attributeValues = (label: string): FormField<string[]> => ({
  ...namedLines(label, {
    hint: "One value on each line, such as Color: Red. Of two values of one attribute, a product needs either; of two attributes, both.",
    words: {
      none: (texts) => `No attribute has the value ${texts}. Type it as products have it, such as Color: Red.`,
      several: (texts) => `${texts} is a value of several attributes: tick those you mean.`,
    },
    async show(db, picks) {
      const labels = new Map((await attributeMeanings(db)).map(({ value, label: line }) => [value, line]));
      return picks.map((pick) => labels.get(pick) ?? pick);
    },
    find: valuesMeant,
  }),
  words: (value) => (Array.isArray(value) ? value.join(", ") || undefined : undefined),
});
