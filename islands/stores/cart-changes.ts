import type { CheckoutAnswer, GiftsAnswer } from "../../server/checkout/calls.ts";
import { linePath } from "../../server/checkout/cart-paths.ts";
import { giftsPath } from "../../server/checkout/paths.ts";
import { CallError, type CallOptions, call, type Method } from "../call.ts";
import { $cart, changeCart, checkoutId, loadCart, showCheckout } from "./cart.ts";
import { toast } from "./toasts.ts";
import { $totals, refreshTotals } from "./totals.ts";

/** Loads sums and gifts, which change with every line. */
export async function loadSums(): Promise<void> {
  const id = checkoutId();
  if (!id || !$cart.get().lines?.length) return $totals.set(undefined);
  const path = `${giftsPath}?checkoutId=${encodeURIComponent(id)}`;
  const [gifts] = await Promise.all([call<GiftsAnswer>("GET", path), refreshTotals(id)]);
  changeCart({ gifts });
}

/** Adds the gift that the shopper chose. Rejects with CallError. */
export const addGift = (giftProductId: string): Promise<void> => change("POST", linePath, { giftProductId });

/** Removes a whole line. Rejects with CallError. */
export const remove = (lineId: string): Promise<void> => change("DELETE", `${linePath}/remove`, { lineId });

/** Loads the cart again when it can no longer be changed, as another tab has paid for it. */
async function change(...asked: Parameters<typeof send>): Promise<void> {
  try {
    await send(...asked);
    await loadSums();
  } catch (error) {
    await loadCart().catch(() => {});
    throw error;
  }
}

async function send(method: Method, path: string, what: object, options?: CallOptions): Promise<void> {
  const id = checkoutId();
  if (!id) throw new CallError("this cart has been paid for, or is older than a day");
  showCheckout(await call<CheckoutAnswer>(method, path, { checkoutId: id, ...what }, options));
}

export const increase = (lineId: string): Promise<void> => step(lineId, 1);
export const decrease = (lineId: string): Promise<void> => step(lineId, -1);

/**
 * Each press counts on the page at once; presses during a call are sent together in the next one.
 */
async function step(lineId: string, by: number): Promise<void> {
  const { pressed } = $cart.get();
  changeCart({ pressed: { ...pressed, [lineId]: (pressed[lineId] ?? 0) + by } });
  if (Object.keys(pressed).length) return;
  try {
    for (let next = nextStep(); next; next = nextStep()) await sendSteps(...next);
    changeCart({ pressed: {} });
    await loadSums();
  } catch (error) {
    changeCart({ pressed: {} });
    if (!(error instanceof CallError)) throw error;
    toast("error", error.message);
    await loadCart().catch(() => {});
  }
}

const nextStep = () => Object.entries($cart.get().pressed).find(([, steps]) => steps !== 0);

async function sendSteps(lineId: string, steps: number): Promise<void> {
  const way = steps > 0 ? "increase" : "decrease";
  await send("PUT", `${linePath}/${way}`, { lineId, quantity: Math.abs(steps) }, { overlay: false });
  const { pressed } = $cart.get();
  changeCart({ pressed: { ...pressed, [lineId]: (pressed[lineId] ?? 0) - steps } });
}
