import { z } from "zod";
import { lookUpProducts } from "../../catalog/product-list.ts";
import { productsTyped, referencedProducts } from "../../catalog/references.ts";
import type { Db } from "../../db/tables.ts";
import type { FieldError } from "../../outcome.ts";
import { invalidFields, ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { type FormBody, readList } from "./body.ts";
import { choiceView, lineView } from "./field-view.ts";
import type { FieldOptions } from "./fields.ts";
import type { FormField } from "./form.ts";
import { namesWords } from "./names.ts";

const body = z.union([z.string().max(20_000), z.array(z.string().max(300)).max(1000)]).default([]);
/** The most products that are offered for one typed text. */
const mostFound = 20;

type NamedProduct = { id: string; name: string; slug: string };

const optionOf = ({ id, name, slug }: NamedProduct) => ({ value: id, label: `${name} (${slug})` });

/** The ids of the sent products; each is sent as its id, or by its address on a line. */
async function idsSent(db: Db, body: FormBody, name: string): Promise<{ ids: string[]; unknown: string[] }> {
  const sent = readList(body, name).flatMap((text) => text.split("\n").map((line) => line.trim()));
  const byId = new Set((await referencedProducts(db, sent)).map(({ id }) => id));
  const { products, unknown } = await productsTyped(db, sent.filter((text) => !byId.has(text)).join("\n"));
  return { ids: [...byId, ...products.map(({ id }) => id)], unknown };
}

/** The products that a typed text may mean: the one with this address, or those a search finds. */
async function productsMeant(db: Db, text: string): Promise<readonly NamedProduct[]> {
  const { products } = await productsTyped(db, text);
  return products.length > 0 ? products : await lookUpProducts(db, text.toLowerCase(), mostFound);
}

const refusedWords = (text: string, meant: readonly NamedProduct[]): Omit<FieldError, "field"> =>
  meant.length === 0
    ? { message: `No product has “${text}” in its name, address, or SKU.` }
    : { message: `“${text}” may mean several products: tick those you mean.`, choices: meant.map(optionOf) };

/**
 * A field for products, whose value is a list of their ids. Each product has a checkbox, and a line
 * adds others by name, SKU, or address. If the text may mean several products, each is offered.
 */
export const products = (label: string, options: Pick<FieldOptions, "history"> = {}): FormField<string[]> => ({
  label: options.history ?? label,
  body,
  async views({ name, value = [], context: { db } }) {
    const chosen = (await referencedProducts(db, value)).map(optionOf);
    const hint = chosen.length === 0 ? "None yet." : undefined;
    return [
      choiceView("checks", { name, label, hint }, chosen, value),
      { ...lineView(`${name}Find`, `Add to “${label}”`, "", { hint: "A name, SKU, or address." }), finds: name },
    ];
  },
  async read({ body, name, context: { db } }) {
    const { ids, unknown } = await idsSent(db, body, name);
    if (unknown.length > 0)
      return invalidFields([{ field: name, message: `There is no product ${unknown.slice(0, 5).join(", ")}.` }]);
    const text = readLines(body[`${name}Find`]).slice(0, 300);
    const meant = text === "" ? [] : await productsMeant(db, text);
    if (text !== "" && meant.length !== 1) return invalidFields([{ field: name, ...refusedWords(text, meant) }]);
    return ok([...new Set([...ids, ...meant.map(({ id }) => id)])].sort());
  },
  words: (value, context) => namesWords(value, "product", context),
});
