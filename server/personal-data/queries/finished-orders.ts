import { sql } from "kysely";
import type { Tx } from "../../db/tables.ts";
import { movingStates } from "./open-matters.ts";

/**
 * Whether an order still names its customer. The condition is a literal in the statement, since
 * SQLite uses a partial index only if the statement contains the index's condition.
 */
const isNamed = sql<boolean>`orders.erased_at IS NULL`;

/**
 * Locks orders from before `before` (ms) that still name their customer, the oldest first. Leaves
 * out orders that wait for shipping, whose money moves, or for which a return is expected.
 */
export const findFinishedOrders = (tx: Tx, before: number, limit: number) =>
  tx
    .selectFrom("orders")
    .select(["id", "number", "state", "checkout_id"])
    .where(isNamed)
    .where("placed_at", "<", before)
    .where("state", "<>", "placed")
    .where(({ not, exists, selectFrom }) => {
      const attempts = selectFrom("attempt").select("attempt.id").whereRef("attempt.checkout_id", "=", "orders.checkout_id");
      const isMoving = attempts.where(({ eb, or, and }) =>
        or([
          eb("attempt.state", "in", movingStates),
          and([eb("attempt.state", "=", "finalized"), eb("attempt.kind", "=", "card")]),
        ]),
      );
      return not(exists(isMoving));
    })
    .where(({ not, exists, selectFrom }) => {
      const refunds = selectFrom("order_refund")
        .select("order_refund.order_id")
        .whereRef("order_refund.order_id", "=", "orders.id");
      return not(exists(refunds.where("order_refund.state", "=", "requested")));
    })
    .where(({ not, exists, selectFrom }) => {
      const returns = selectFrom("order_return").select("order_return.id").whereRef("order_return.order_id", "=", "orders.id");
      return not(exists(returns.where("order_return.state", "in", ["asked", "received"])));
    })
    .where(({ not, exists, selectFrom }) => {
      const means = selectFrom("order_means").select("order_means.order_id").whereRef("order_means.order_id", "=", "orders.id");
      return not(exists(means.where("order_means.settled_at", "is", null)));
    })
    .orderBy("placed_at")
    .limit(limit)
    .forUpdate()
    .execute();
