import type { Db, Tx } from "../db/tables.ts";
import { isDuplicate, transact } from "../db/transaction.ts";
import { loadCheckout } from "./load-checkout.ts";
import { loadGoods } from "./load-goods.ts";

/** Fills an empty catalogue with the demo shop, whole or not at all; does nothing where there are goods. True when it did. */
export async function loadDemo(db: Db, now: number): Promise<boolean> {
  try {
    return await transact(db, async (tx) => {
      if (await hasGoods(tx)) return false;
      const { productIds } = await loadGoods(tx, now);
      await loadCheckout(tx, productIds, now);
      return true;
    });
  } catch (error) {
    // Another process started at the same moment and was first.
    if (isDuplicate(error)) return false;
    throw error;
  }
}

async function hasGoods(tx: Tx): Promise<boolean> {
  const product = await tx.selectFrom("product").select("id").limit(1).executeTakeFirst();
  return (product ?? (await tx.selectFrom("category").select("id").limit(1).executeTakeFirst())) !== undefined;
}
