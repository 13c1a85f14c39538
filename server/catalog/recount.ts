import { setImmediate as others } from "node:timers/promises";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { popularity, type SalesAndViews, setSalesAndViews } from "./popularity.ts";
import { deleteOldViews, findOldViews, findProductSales, findUnitsSold, findViews, type ProductSales } from "./queries/sales.ts";
import { dayOf, oneDay } from "./rules/days.ts";

const perBatch = 500;
/** Days after which view counts are deleted. */
const keptViews = 35;

/**
 * Recounts each product's units sold in 90 days and its views in 30 days. Writes changed numbers in
 * batches, so that others can write in between.
 */
export async function recountSales(db: Db, now: number): Promise<void> {
  let after = "";
  for (;;) {
    const sales = await findProductSales(db, after, perBatch);
    const last = sales.at(-1);
    if (!last) return;
    await recountBatch(db, sales, now);
    after = last.id;
    await others();
  }
}

async function recountBatch(db: Db, products: readonly ProductSales[], now: number): Promise<void> {
  const ids = products.map(({ id }) => id);
  const today = dayOf(now);
  const units = await findUnitsSold(db, ids, now - 90 * oneDay);
  const views = await findViews(db, ids, today - 30);
  const old = await findOldViews(db, ids, today - keptViews);
  const productFigures = products.map((product) => ({
    ...product,
    // A return of units sold earlier can make the sum negative.
    sales: { units90: Math.max(0, units.get(product.id) ?? 0), views30: views.get(product.id) ?? 0 },
  }));
  const changed = productFigures.filter((product) => differs(product, product.sales));
  if (changed.length + old.length === 0) return;
  await transact(db, async (tx) => {
    for (const { id, sales } of changed) await setSalesAndViews(tx, id, sales);
    await deleteOldViews(tx, old, today - keptViews);
  });
}

const differs = (products: ProductSales, sales: SalesAndViews): boolean =>
  products.units_90 !== sales.units90 || products.views_30 !== sales.views30 || products.popularity !== popularity(sales);
