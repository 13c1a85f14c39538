import type { Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { lockProduct } from "./product-record.ts";
import { findCosts, updateCost } from "./queries/product-costs.ts";
import type { ProductCosts } from "./rules/costs.ts";

/** The costs of a product's variants. Locks the product's rows until the transaction ends. */
export async function readCosts(tx: Tx, id: string): Promise<ProductCosts | undefined> {
  if (!(await lockProduct(tx, id))) return undefined;
  return { costs: Object.fromEntries(await findCosts(tx, id)) };
}

/** Changes the costs of a product's variants. A variant that `costs` lacks keeps its cost. */
export async function writeCosts(tx: Tx, id: string, { costs }: ProductCosts): Promise<Outcome<object>> {
  if (!(await lockProduct(tx, id))) return notFound;
  for (const [variantId, cost] of Object.entries(costs)) await updateCost(tx, id, variantId, cost);
  return ok({});
}
