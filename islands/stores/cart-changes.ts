import type { CheckoutAnswer, GiftsAnswer } from "../../server/checkout/calls.ts";
import { linePath } from "../../server/checkout/cart-paths.ts";
import { giftsPath } from "../../server/checkout/paths.ts";
import { CallError, type CallOptions, call, type Method } from "../call.ts";
import { $cart, announceCart, changeCart, checkoutId, isGone, loadCart, showCheckout } from "./cart.ts";
import { $pendingSteps } from "./pending-steps.ts";
import { $totals, refreshTotals } from "./totals.ts";

/** Loads sums and gifts, which change with every line. May run before the lines are loaded. */
export async function loadSums(): Promise<void> {
  const id = checkoutId();
  if (!id || $cart.get().lines?.length === 0) return $totals.set(undefined);
  const path = `${giftsPath}?checkoutId=${encodeURIComponent(id)}`;
  const [gifts] = await Promise.all([call<GiftsAnswer>("GET", path), refreshTotals(id)]);
  changeCart({ gifts });
}

/** Adds the chosen gift. Rejects with CallError. */
export const addGift = (giftProductId: string): Promise<void> => change("POST", linePath, { giftProductId });

/** Removes a whole line; a line that is already gone is no error. Rejects with CallError. */
export const remove = (lineId: string): Promise<void> =>
  change("DELETE", `${linePath}/remove`, { lineId }).catch((error) => {
    if (!isGone(error)) throw error;
  });

/**
 * Changes the lines. If the cart can no longer be changed, loads it again, since another tab has
 * paid for it.
 */
async function change(...args: Parameters<typeof changeLines>): Promise<void> {
  // An answer to an earlier press must not replace the answer to this change.
  await $pendingSteps.get();
  try {
    await changeLines(...args);
    await loadSums();
  } catch (error) {
    await loadCart().catch(() => {});
    throw error;
  }
}

/** Changes the lines, and shows the cart in the answer. Rejects with CallError. */
export async function changeLines(method: Method, path: string, body: object, options?: CallOptions): Promise<void> {
  const id = checkoutId();
  if (!id) throw new CallError("This cart was already paid for or is more than a day old.");
  showCheckout(await call<CheckoutAnswer>(method, path, { checkoutId: id, ...body }, options));
  announceCart();
}
