import { signInFor } from "../../customers/paths.ts";
import type { Db } from "../../db/tables.ts";
import type { Outcome } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import { cartPath } from "../cart-paths.ts";
import type { CheckoutContext } from "../change.ts";
import { lineOf, totalsOf } from "../checkout-json.ts";
import { giftChoice } from "../gifts.ts";
import { anyShort } from "../rules/ready.ts";
import { consumeNotice, type QuotedCheckout, showCheckout } from "../show.ts";
import type { Resubmission } from "./frame.ts";

type CartPageInput = Pick<CheckoutContext, "visitor" | "now" | "tax"> & { checkoutId: string | undefined; token: string };

/**
 * The cart page: this browser's checkout, or an empty cart if it is missing, unknown, or an order.
 */
export async function cartPage(db: Db, input: CartPageInput, resubmission: Resubmission = {}) {
  return { view: cartView, page: await pageOf(db, input, await findCartCheckout(db, input), resubmission) };
}

/** The cart page, or the sign-in if the cart is a customer's and no session exists. */
export async function cartScreen(db: Db, input: CartPageInput, draft: Pick<Resubmission, "typed"> = {}) {
  const cart = await findCartCheckout(db, input);
  const isSignedOut = cart !== undefined && !cart.ok && cart.code === "signed_out";
  return isSignedOut ? { redirect: signInFor(cartPath) } : { view: cartView, page: await pageOf(db, input, cart, draft) };
}

const findCartCheckout = async (
  db: Db,
  { checkoutId, ...context }: CartPageInput,
): Promise<Outcome<QuotedCheckout> | undefined> =>
  checkoutId === undefined ? undefined : await showCheckout(db, { ...context, checkoutId });

async function pageOf(db: Db, input: CartPageInput, quoted: Outcome<QuotedCheckout> | undefined, resubmission: Resubmission) {
  const { token } = input;
  const { refusal } = resubmission;
  // This page is the cart, so its header needs no cart button.
  const frame = { title: "Cart", robots: "noindex", cartButton: undefined, searchBox: undefined };
  const notice = refusal ? { notice: refusal.error } : {};
  if (!quoted?.ok || quoted.value.checkout.state === "completed") return { ...frame, cart: { token, lines: [] }, ...notice };
  const words =
    refusal?.errors?.[0]?.message ??
    refusal?.error ??
    ([await consumeNotice(db, quoted.value), shortageNotice(quoted.value)].filter(Boolean).join(" ") || undefined);
  const { id, state } = quoted.value.checkout;
  const cart =
    state === "paying"
      ? { checkoutId: id, token, lines: [], paying: id }
      : await filledCart(db, quoted.value, input, resubmission);
  // The island shows a notice only above lines.
  if (cart.lines.length === 0) return { ...frame, cart, ...(words && { notice: words }) };
  const cartCount = { count: cart.lines.reduce((sum, { quantity }) => sum + quantity, 0) };
  return { ...frame, cartCount, cart: { ...cart, ...(words && { notice: words }) } };
}

export const cartView = view<Awaited<ReturnType<typeof pageOf>>>("checkout/cart");

/** A notice for shoppers whom a step sent here, since the lines themselves may be out of sight. */
const shortageNotice = ({ checkout, priced }: QuotedCheckout): string | undefined =>
  checkout.state === "open" && anyShort(priced.lines)
    ? "Some items have run out. Change the marked items to continue."
    : undefined;

async function filledCart(db: Db, quoted: QuotedCheckout, { token, now }: CartPageInput, { typed }: Resubmission) {
  const { checkout, priced, quote } = quoted;
  return {
    checkoutId: checkout.id,
    token,
    lines: priced.lines.map(lineOf),
    ...(priced.lines.length > 0 && {
      totals: { ...totalsOf(priced), quote: quote.id },
      gifts: await giftChoice(db, quoted, now),
    }),
    note: readText(typed?.orderNote, checkout.orderNote),
  };
}
