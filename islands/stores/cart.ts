import { atom } from "nanostores";
import type { BegunCheckout, CheckoutAnswer } from "../../server/checkout/calls.ts";
import { cartPath, createPath, findPath, linePath } from "../../server/checkout/cart-paths.ts";
import { CallError, call, isSignedOut } from "../call.ts";
import type { CartCheckout, CartLine, GiftChoice } from "../ui/cart-shape.ts";
import { readCookie, recordCookie } from "../ui/cookies.ts";
import { prefixed } from "../ui/prefixed.ts";
import { shopAddress } from "../ui/shop.ts";
import { $drawer } from "./drawer.ts";
import { place } from "./place.ts";

export type Cart = {
  /** undefined until they are loaded */
  lines?: readonly CartLine[] | undefined;
  gifts?: GiftChoice | undefined;
  promoCode?: string | undefined;
  /** the id of a checkout with a payment under way */
  paying?: string | undefined;
  /** the server's notice of its own change, such as removing a gift */
  notice?: string | undefined;
  /** steps that are pressed but not answered, by line; the page adds them to the line's quantity */
  pressed: Readonly<Record<string, number>>;
};

export const $cart = atom<Cart>({ pressed: {} });

export const checkoutId = (): string | undefined => readCookie("checkoutId");

export const countOf = ({ lines = [], pressed }: Cart): number =>
  lines.reduce((sum, { id, quantity }) => sum + quantity + (pressed[id] ?? 0), 0);

export const changeCart = (part: Partial<Cart>): void => $cart.set({ ...$cart.get(), ...part });

/** Shows the checkout of an answer to a change. */
export function showCheckout({ id, state, lines, promoCode, notice }: CartCheckout): void {
  changeCart({
    lines: state === "open" ? (lines ?? []) : [],
    promoCode: promoCode ?? undefined,
    notice,
    paying: state === "paying" ? id : undefined,
  });
}

export const loadCheckout = async (id: string): Promise<void> =>
  showCheckout(await call<CheckoutAnswer>("GET", `${findPath}?checkoutId=${encodeURIComponent(id)}`));

/**
 * Loads the lines if this browser has a checkout; if the checkout is gone or completed, the cart is
 * empty.
 */
export async function loadCart(): Promise<void> {
  const id = checkoutId();
  if (!id) return changeCart({ lines: [] });
  try {
    await loadCheckout(id);
  } catch (error) {
    if (!isNobodys(error)) throw error;
    changeCart({ lines: [] });
  }
}

/** Whether the record of a call no longer exists. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.code === "not_found";

/**
 * Whether a checkout is not this visitor's: it is gone, or it belongs to a customer whose session
 * is over. At the next sign-in the customer's checkout joins the new cart.
 */
const isNobodys = (error: unknown): boolean => isGone(error) || isSignedOut(error);

/**
 * Adds to the cart, creates a checkout if there is none, and opens the drawer. The drawer's script
 * loads during the call; the lines of a new checkout load after the call. Rejects with CallError.
 */
export async function addLine(variantId: string, quantity = 1): Promise<void> {
  placeDrawer();
  const id = checkoutId();
  const answer = id && (await addTo(id, variantId, quantity));
  if (!answer) {
    const lines = [{ variantId, quantity }];
    const created = await call<BegunCheckout>("POST", createPath, { lines });
    recordCookie("checkoutId", created.checkoutId);
    changeCart({ lines: undefined });
    loadCart().catch(leaveForCart);
  }
  announceCart();
  await openCart();
}

/** Makes other tabs load the cart again (checkout/cart-elsewhere.ts). */
export function announceCart(): void {
  try {
    localStorage[prefixed("cart")] = Math.random();
  } catch {
    // Without storage, other tabs load the cart when they are shown.
  }
}

async function addTo(id: string, variantId: string, quantity: number): Promise<boolean> {
  try {
    showCheckout(await call<CheckoutAnswer>("POST", linePath, { checkoutId: id, variantId, quantity }));
    return true;
  } catch (error) {
    if (!isNobodys(error)) throw error;
    return false;
  }
}

const leaveForCart = () => location.assign(shopAddress(cartPath));

/**
 * Whether the drawer should open. Only if this is true, a drawer that cannot be hydrated is
 * replaced by the cart's page.
 */
let isWanted = false;
const isCartPage = () => document.querySelector("[data-island=cart-lines]");
const placeDrawer = () => isCartPage() || place("cart-drawer", () => isWanted && leaveForCart());

const isThere = () =>
  new Promise<void>((resolve) => {
    const stop = $drawer.listen(() => {
      stop();
      resolve();
    });
  });

/**
 * Opens the drawer, except on the cart's own page; resolves once the drawer exists. It opens one
 * task later, when a busy button has the focus again, so that closing the drawer returns the focus
 * to the button.
 */
export async function openCart(): Promise<void> {
  isWanted = true;
  placeDrawer();
  if (isCartPage()) return;
  if ($drawer.get() === undefined) await isThere();
  setTimeout(() => $drawer.set(true));
}
