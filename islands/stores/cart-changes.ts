import { CallError, call } from "../call.ts";
import type { CheckoutAnswer, GiftChoice } from "../ui/cart-shape.ts";
import { $cart, changeCart, checkoutId, linePath, loadCart, showCheckout } from "./cart.ts";
import { toast } from "./toasts.ts";
import { $totals, refreshTotals } from "./totals.ts";

/** Sums and gifts, which every change of a line moves. */
export async function loadSums(): Promise<void> {
  const id = checkoutId();
  if (!id || !$cart.get().lines?.length) return $totals.set(undefined);
  const path = `/storefront/api/checkout/gift-products?checkoutId=${encodeURIComponent(id)}`;
  const [gifts] = await Promise.all([call<GiftChoice>("GET", path), refreshTotals(id)]);
  changeCart({ gifts });
}

/** The gift that the shopper chose. Rejects with CallError. */
export async function addGift(giftProductId: string): Promise<void> {
  showCheckout(await call<CheckoutAnswer>("POST", linePath, { checkoutId: checkoutId(), giftProductId }));
  await loadSums();
}

/** Takes a whole line out. Rejects with CallError. */
export async function remove(lineId: string): Promise<void> {
  showCheckout(await call<CheckoutAnswer>("DELETE", `${linePath}/remove`, { checkoutId: checkoutId(), lineId }));
  await loadSums();
}

export const increase = (lineId: string): Promise<void> => step(lineId, 1);
export const decrease = (lineId: string): Promise<void> => step(lineId, -1);

/** Every press counts at once on the page; presses made while a step is on its way go together in the next one. */
async function step(lineId: string, by: number): Promise<void> {
  const { pressed } = $cart.get();
  changeCart({ pressed: { ...pressed, [lineId]: (pressed[lineId] ?? 0) + by } });
  if (Object.keys(pressed).length) return;
  try {
    for (let next = nextStep(); next; next = nextStep()) await send(...next);
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

async function send(lineId: string, steps: number): Promise<void> {
  const body = { checkoutId: checkoutId(), lineId, quantity: Math.abs(steps) };
  const answer = await call<CheckoutAnswer>("PUT", `${linePath}/${steps > 0 ? "increase" : "decrease"}`, body, {
    overlay: false,
  });
  const { pressed } = $cart.get();
  changeCart({ pressed: { ...pressed, [lineId]: (pressed[lineId] ?? 0) - steps } });
  showCheckout(answer);
}
