import { setTimeout as sleep } from "node:timers/promises";
import { createCheckout } from "../../server/checkout/create.ts";
import { openDatabase } from "../../server/db/open.ts";
import { transact } from "../../server/db/transaction.ts";
import { openCategories } from "../../server/transfer/writing/categories.ts";
import { saveProduct } from "../support/save-catalog.ts";
import { spread } from "./figures.ts";

/** The ms between two checkouts: twenty a second, as in a busy shop. */
const between = 50;

export type Waits = { count: number; median: number; p99: number; max: number };

/**
 * Puts products into new carts, one after the other, by the shop's own code, until `over` is
 * settled. Returns the ms from the press to the commit.
 */
export async function shopMeanwhile(directory: string, over: Promise<unknown>): Promise<Waits> {
  const { db, close } = await openDatabase({ url: undefined, directory });
  try {
    const variantId = await variantFor(db);
    const took: number[] = [];
    let ended = false;
    void over.finally(() => {
      ended = true;
    });
    for (let nth = 0; !ended; nth += 1) {
      const start = performance.now();
      const visitor = { id: `bench-${nth}`, customerId: undefined };
      const made = await createCheckout(db, { visitor, lines: [{ variantId, quantity: 1 }], now: Date.now() });
      if (!made.ok) throw new Error(made.error);
      took.push(performance.now() - start);
      await sleep(between);
    }
    return waitsOf(took);
  } finally {
    await close();
  }
}

async function variantFor(db: Parameters<typeof openCategories>[0]): Promise<string> {
  await openCategories(db);
  const variants = [{ key: "bench", name: "", options: {}, price: 1000, stock: 1_000_000 }];
  const product = { slug: "bench-products", name: "Bench", category: "glass", variants };
  await transact(db, (tx) => saveProduct(tx, product, Date.now()));
  const found = db.selectFrom("variant").select("id").where("key", "=", "bench");
  return (await found.executeTakeFirstOrThrow()).id;
}

function waitsOf(took: readonly number[]): Waits {
  const sorted = took.toSorted((a, b) => a - b);
  const { median, max } = spread(took);
  return { count: took.length, median, max, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN };
}
