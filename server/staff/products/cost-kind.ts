import { readCosts, writeCosts } from "../../catalog/product-costs.ts";
import { costWords, type ProductCosts } from "../../catalog/rules/costs.ts";
import { parseDollars } from "../../money.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { FormBody } from "../forms/body.ts";
import { staffCostsPart } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";
import { listWords } from "./product-lines.ts";
import { variantTitles } from "./variant-titles.ts";

/** The name of a variant's field in the form of costs. */
export const costField = (variantId: string): string => `cost-${variantId}`;

const variantLabel = (title: string | undefined): string => (title ? `Variant ${title}` : "The variant");

/**
 * The costs of a product's variants. They are a record of their own, so that neither the form, the
 * history, nor the version of a product tells them to people who don't see reports.
 */
export const costsKind: RecordKind<ProductCosts> = {
  kind: "product costs",
  needs: { all: ["products:write", "reports:read"] },
  name: () => "Costs",
  path: (id) => staffCostsPart(id),
  labels: { costs: "Costs" },
  words: (_, value, { referenced }) => {
    const costs = Object.entries((value as ProductCosts["costs"]) ?? {});
    return listWords(costs.map(([id, cost]) => [referenced.get(id), costWords(cost)].filter(Boolean).join(": ")));
  },
  lines: (_, { before, after }, { referenced }) =>
    Object.entries(after.costs ?? {}).flatMap(([id, cost]) => {
      const former = before.costs?.[id];
      if (former === cost) return [];
      return [{ label: variantLabel(referenced.get(id)), part: "cost", before: costWords(former), after: costWords(cost) }];
    }),
  referenced: variantTitles,
  read: readCosts,
  write: (tx, id, fields) => writeCosts(tx, id, fields),
};

/** Reads the typed costs of these variants. An empty field means that the cost is not known. */
export function readTypedCosts(saved: ProductCosts, body: FormBody): Outcome<ProductCosts> {
  const read = Object.keys(saved.costs).map((id) => {
    const text = readText(body[costField(id)]).trim();
    return { id, cost: text === "" ? null : parseDollars(text) };
  });
  const wrong = read.filter(({ cost }) => cost === undefined);
  const message = "Enter the cost in dollars, such as 6.40, or leave it empty.";
  if (wrong.length > 0) return invalidFields(wrong.map(({ id }) => ({ field: costField(id), message })));
  return ok({ costs: Object.fromEntries(read.map(({ id, cost }) => [id, cost ?? null])) });
}
