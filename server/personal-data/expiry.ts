import { inBatches } from "../db/batches.ts";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { emptyPurchases } from "./erase.ts";
import { findFinishedOrders } from "./queries/finished-orders.ts";

/**
 * Empties the personal values of finished orders that were placed before `before` (ms); returns
 * their number. The values for the accounting stay: number, dates, products, amounts, and the taxed
 * state.
 */
export const anonymizeFinishedOrders = (db: Db, before: number, now: number): Promise<number> =>
  inBatches((most) =>
    transact(db, async (tx) => {
      const finished = await findFinishedOrders(tx, before, most);
      if (finished.length === 0) return 0;
      const orders = finished.map(({ id, number, state }) => ({ id, number, state }));
      const checkoutIds = finished.map(({ checkout_id }) => checkout_id);
      await emptyPurchases(tx, { customerId: undefined, email: undefined, orders, checkoutIds, visitors: [] }, now);
      return finished.length;
    }),
  );
