import { cleanProducts } from "../../catalog/clean-products.ts";
import { type Cleaner, cleanWithSource } from "../../catalog/description.ts";
import type { CleanProduct } from "../../catalog/new-product.ts";
import type { Change } from "../../catalog/save/product.ts";
import type { StockPolicy } from "../../catalog/save/saving.ts";
import { saveProducts } from "../../catalog/save-products.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { dryRun, isDuplicate, refusedRow, transact } from "../../db/transaction.ts";
import { type Outcome, refuse } from "../../outcome.ts";
import type { Draft } from "../rules/draft.ts";
import { openCategoriesFor } from "./categories.ts";
import { type IsDrawing, newProductOf } from "./new-product.ts";

export type BatchOptions = {
  stock: StockPolicy;
  /** the import's actor: `staff:ID` or `owner` */
  actor?: string;
  /** names of categories to add if missing */
  newCategories?: readonly string[];
  now: number;
  isDrawing: IsDrawing;
  /** `kept`: the file's costs are left out, since the importer may not see costs */
  costs?: "kept" | undefined;
  /** sanitises descriptions that the shop has not stored yet */
  clean?: Cleaner;
  /** `tried`: a dry run, which is rolled back */
  mode?: "written" | "tried";
  /**
   * makes the ids of new rows; ids of one product are adjacent, which keeps the database's indexes
   * compact
   */
  nextId?: () => string;
  /** awaited once everything is ready to write */
  ready?: () => Promise<void>;
  /**
   * awaited in the transaction that writes all products, or in a later transaction if each product
   * was written separately
   */
  record?: (tx: Tx, outcomes: readonly Outcome<Change>[]) => Promise<void>;
  /** called with the ms for which this batch held the database */
  held?: (ms: number) => void;
};

type PreparedProduct = { draft: Draft; product: CleanProduct };

/**
 * Writes products of a file in one transaction. Each is written completely or not at all; a refused
 * product does not affect the others.
 */
export async function importBatch(db: Db, drafts: readonly Draft[], options: BatchOptions): Promise<Outcome<Change>[]> {
  const products = await prepared(db, drafts, options);
  const once = (part: readonly PreparedProduct[]) => {
    let since = 0;
    const run = options.mode === "tried" ? dryRun : transact;
    const outcomes = run(db, async (tx) => {
      since = performance.now();
      await openCategoriesFor(
        tx,
        part.map(({ draft }) => draft),
        options.newCategories,
      );
      const outcomes = await saveProducts(
        tx,
        part.map(({ product }) => product),
        options,
      );
      if (part === products) await options.record?.(tx, outcomes);
      return outcomes;
    });
    return outcomes.finally(() => options.held?.(performance.now() - since));
  };
  await options.ready?.();
  try {
    return await once(products);
  } catch (error) {
    if (refusedRow(error) === undefined) throw error;
  }
  // The database refused a product, or somebody else created it meanwhile. Writes each product
  // separately, so that the others do not fail with it.
  const outcomes: Outcome<Change>[] = [];
  for (const each of products) outcomes.push(await alone(() => once([each])));
  await transact(db, async (tx) => await options.record?.(tx, outcomes));
  return outcomes;
}

/** The products of a file with sanitised descriptions, each with its draft. */
async function prepared(db: Db, drafts: readonly Draft[], { isDrawing, costs, clean }: BatchOptions): Promise<PreparedProduct[]> {
  const products = drafts.map((draft) => newProductOf(draft, { isDrawing, costs }));
  const cleaned = await cleanProducts(db, products, clean ?? cleanWithSource);
  return cleaned.map((product, at) => ({ draft: drafts[at] as Draft, product }));
}

async function alone(once: () => Promise<Outcome<Change>[]>): Promise<Outcome<Change>> {
  const none = refuse("failed", "the database did not respond");
  try {
    const [outcome] = await once().catch((error) => (isDuplicate(error) ? once() : Promise.reject(error)));
    return outcome ?? none;
  } catch (error) {
    const reason = refusedRow(error);
    if (reason === undefined) throw error;
    return refuse("invalid", `the database refused it: ${reason}`);
  }
}
