import { waitForLocks } from "../db/lock-wait.ts";
import type { Db, Tx } from "../db/tables.ts";
import { isDuplicate, transact } from "../db/transaction.ts";
import { loadGifts, loadOffer, loadPromos } from "./load-checkout.ts";
import { loadPages } from "./load-pages.ts";
import { loadProducts } from "./load-products.ts";
import { loadShopper } from "./load-shopper.ts";
import { type Offer, readDataset, readOffer } from "./read-dataset.ts";

/**
 * The loaded data: the whole demo shop, only shipping and tax for existing products, or nothing.
 */
export type Loaded = "shop" | "offer" | "nothing";

/**
 * Fills an empty catalogue with the whole demo shop, or with nothing after a failure. A shop that
 * has products already, from an import, gets only shipping and tax.
 */
export async function loadDemo(db: Db, now: number): Promise<Loaded> {
  // The files are read before the transaction, so that the database is not locked during this time.
  const offer = await readOffer();
  const dataset = (await hasProducts(db)) ? undefined : await readDataset();
  try {
    return await transact(db, async (tx) => {
      await waitForLocks(tx);
      if (!dataset || (await hasProducts(tx))) return await loadMissingOffer(tx, offer);
      await loadOffer(tx, offer);
      const productIds = await loadProducts(tx, dataset, now);
      await loadPromos(tx, dataset, now);
      await loadGifts(tx, productIds);
      await loadShopper(tx, productIds, now);
      await loadPages(tx, dataset.pages, now);
      return "shop";
    });
  } catch (error) {
    // Another process started at the same moment and loaded the demo shop first.
    if (isDuplicate(error)) return "nothing";
    throw error;
  }
}

async function loadMissingOffer(tx: Tx, offer: Offer): Promise<Loaded> {
  if (await tx.selectFrom("shipping_method").select("id").limit(1).executeTakeFirst()) return "nothing";
  await loadOffer(tx, offer);
  return "offer";
}

const hasProducts = async (reader: Db | Tx): Promise<boolean> =>
  (await reader.selectFrom("product").select("id").limit(1).executeTakeFirst()) !== undefined;

/** The number of rows that belong to the demo shop, which production logs at its start. */
export async function countDemo(db: Db): Promise<Record<"products" | "promos" | "customers" | "pages", number>> {
  const count = async (table: "product" | "promo" | "customer" | "content_page") => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .where("demo", "=", 1)
      .executeTakeFirstOrThrow();
    return Number(row.rows);
  };
  return {
    products: await count("product"),
    promos: await count("promo"),
    customers: await count("customer"),
    pages: await count("content_page"),
  };
}
