import Cookies from "js-cookie";
import { atom } from "nanostores";
import { CallError, call } from "../call.ts";
import type { CartLine, CheckoutAnswer, GiftChoice } from "../ui/cart-shape.ts";
import { $drawer } from "./drawer.ts";
import { toast } from "./toasts.ts";
import { $totals, refreshTotals } from "./totals.ts";

export type Cart = {
  /** undefined until the server was asked */
  lines?: readonly CartLine[] | undefined;
  gifts?: GiftChoice | undefined;
  promoCode?: string | undefined;
  /** what the server did on its own, such as dropping a gift */
  notice?: string | undefined;
  /** steps pressed and not yet answered, by line: the count shown is the line's and this */
  pressed: Readonly<Record<string, number>>;
};

export const $cart = atom<Cart>({ pressed: {} });

export const checkoutId = (): string | undefined => Cookies.get("checkoutId");

export const countOf = ({ lines = [], pressed }: Cart): number =>
  lines.reduce((sum, { id, quantity }) => sum + quantity + (pressed[id] ?? 0), 0);

const linePath = "/storefront/checkout/line";
const of = (id: string) => `?checkoutId=${encodeURIComponent(id)}`;

const change = (part: Partial<Cart>) => $cart.set({ ...$cart.get(), ...part });

function show({ state, lines, promoCode, notice }: CheckoutAnswer): void {
  change({ lines: state === "open" ? (lines ?? []) : [], promoCode: promoCode ?? undefined, notice });
}

/** Asks for the lines, when this browser has a checkout; one that is gone or completed is an empty cart. */
export async function loadCart(): Promise<void> {
  const id = checkoutId();
  if (!id) return change({ lines: [] });
  try {
    show(await call<CheckoutAnswer>("GET", `/storefront/checkout/find${of(id)}`));
  } catch (error) {
    if (!isGone(error)) throw error;
    change({ lines: [] });
  }
}

const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

/** Sums and gifts, which every change of a line moves. */
export async function loadSums(): Promise<void> {
  const id = checkoutId();
  if (!id || !$cart.get().lines?.length) return $totals.set(undefined);
  const gifts = call<GiftChoice>("GET", `/storefront/api/checkout/gift-products${of(id)}`);
  await refreshTotals(id);
  change({ gifts: await gifts });
}

/** Adds to the cart, begins a checkout where there is none, and opens the drawer. Rejects with CallError. */
export async function addLine(variantId: string, quantity = 1): Promise<void> {
  const id = checkoutId();
  const added = id && (await addTo(id, variantId, quantity));
  if (!added) {
    await call("POST", "/storefront/checkout/create", { lines: [{ variantId, quantity }] });
    await loadCart();
  }
  openCart();
}

async function addTo(id: string, variantId: string, quantity: number): Promise<boolean> {
  try {
    show(await call<CheckoutAnswer>("POST", linePath, { checkoutId: id, variantId, quantity }));
    return true;
  } catch (error) {
    if (!isGone(error)) throw error;
    return false;
  }
}

/** The gift that the shopper chose. Rejects with CallError. */
export async function addGift(giftProductId: string): Promise<void> {
  show(await call<CheckoutAnswer>("POST", linePath, { checkoutId: checkoutId(), giftProductId }));
  await loadSums();
}

/** Takes a whole line out. Rejects with CallError. */
export async function remove(lineId: string): Promise<void> {
  show(await call<CheckoutAnswer>("DELETE", `${linePath}/remove`, { checkoutId: checkoutId(), lineId }));
  await loadSums();
}

export const increase = (lineId: string): Promise<void> => step(lineId, 1);
export const decrease = (lineId: string): Promise<void> => step(lineId, -1);

/** Every press counts at once on the page; presses made while a step is on its way go together in the next one. */
async function step(lineId: string, by: number): Promise<void> {
  const { pressed } = $cart.get();
  change({ pressed: { ...pressed, [lineId]: (pressed[lineId] ?? 0) + by } });
  if (Object.keys(pressed).length) return;
  try {
    for (let next = nextStep(); next; next = nextStep()) await send(...next);
    change({ pressed: {} });
    await loadSums();
  } catch (error) {
    change({ pressed: {} });
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
  change({ pressed: { ...pressed, [lineId]: (pressed[lineId] ?? 0) - steps } });
  show(answer);
}

/**
 * Opens the drawer, unless the page is the cart's own. Its island is put into the page at the first time, so that nobody loads it who does not open it;
 * one task later, so that a button that was busy has its focus again and gets it back when the drawer closes.
 */
export function openCart(): void {
  if (document.querySelector("[data-island=cart-lines]")) return;
  setTimeout(() => {
    if (!document.querySelector("[data-island=cart-drawer]")) {
      const place = document.createElement("div");
      place.dataset.island = "cart-drawer";
      place.dataset.islandOn = "load";
      document.body.append(place);
    }
    $drawer.set(true);
  });
}
