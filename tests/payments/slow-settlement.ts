import type { Db } from "../../server/db/tables.ts";
import type { Gateway } from "../../server/payments/gateways/gateway.ts";
import { settleRefund } from "../../server/payments/settle-refund.ts";
import type { Shop } from "../../server/shop.ts";

/**
 * Settles a refund, and stops after the gateway has answered the last question. `answered` resolves
 * then, and the settlement is recorded after `go`.
 */
export function settleSlowly(
  { db, gateway, now }: Pick<Shop, "gateway" | "now"> & { db: Db },
  { orderId, n, note = "check 1042" }: { orderId: string; n: number; note?: string },
) {
  const [answered, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lookup: Gateway["lookup"] = async (wanted) => {
    const found = await gateway.lookup(wanted);
    // The look-up of the payment follows the look-up of the refund.
    if ("key" in wanted && wanted.key.includes(":ref:")) return found;
    answered.resolve();
    await going.promise;
    return found;
  };
  const outcome = settleRefund({ db, gateway: { ...gateway, lookup }, now }, { orderId, n, note, actor: "owner" });
  return { answered: answered.promise, go: going.resolve, outcome };
}
