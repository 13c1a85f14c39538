import type { Db } from "../db/tables.ts";
import { findAttemptsOfOrders } from "./queries/attempts.ts";

/**
 * The gateway's references of orders' payments by order id: that of the charge, or of the
 * authorization before it. Leaves out orders that no gateway knows.
 */
export async function gatewayReferences(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const attempts = await findAttemptsOfOrders(db, orderIds);
  return new Map(
    attempts.flatMap(({ order_id, capture_ref, auth_ref }) => {
      const reference = capture_ref ?? auth_ref;
      return reference === null ? [] : [[order_id, reference] as const];
    }),
  );
}
