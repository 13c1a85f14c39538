import type { Db, Row } from "../db/tables.ts";
import { findAttemptsOfCheckout } from "./queries/by-key.ts";
import { type GatewayCall, gatewayCalls } from "./rules/gateway-calls.ts";

/**
 * The keys and references of an order's payment and refunds, by which an owner finds them at the
 * gateway.
 */
export const gatewayCallsOf = async (
  db: Db,
  checkoutId: string,
  refunds: readonly Row<"order_refund">[],
): Promise<GatewayCall[]> => gatewayCalls(await findAttemptsOfCheckout(db, checkoutId), refunds);
