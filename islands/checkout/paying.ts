import type { CheckoutAnswer } from "../../server/checkout/calls.ts";
import { findPath } from "../../server/checkout/cart-paths.ts";
import { call } from "../call.ts";

const stateOf = async (checkoutId: string) =>
  (await call<CheckoutAnswer>("GET", `${findPath}?checkoutId=${encodeURIComponent(checkoutId)}`)).state;

/** Whether a payment of the checkout is under way. Rejects with CallError. */
export const isPaying = async (checkoutId: string): Promise<boolean> => (await stateOf(checkoutId)) === "paying";

/**
 * Whether the checkout is paid or being paid, so that its card form is no longer needed. Rejects
 * with CallError.
 */
export const isClosed = async (checkoutId: string): Promise<boolean> => (await stateOf(checkoutId)) !== "open";
