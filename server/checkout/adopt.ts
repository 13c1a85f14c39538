import type { Tx } from "../db/tables.ts";
import { type Outcome, ok } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { claimCheckout } from "./claim.ts";
import { type CheckoutRow, lockOpen } from "./find.ts";
import { moveNotes } from "./moved-notes.ts";
import { unitsToMove } from "./moved-units.ts";
import { abandonFor, findCheckoutRow, setPromo, takeOver } from "./queries/checkouts.ts";
import { hasBoughtLine } from "./queries/lines.ts";
import { repriceCheckout } from "./reprice.ts";
import { mergeUnits } from "./units.ts";

type Adopter = {
  visitor: Visitor & { id: string };
  /** the checkout in this browser's cookie */
  cart?: string | undefined;
  now: number;
};

/**
 * Takes over a locked, open checkout that a page of another origin began, and returns the checkout
 * that then has its lines. As at a sign-in (claim.ts), its lines move into an existing cart of this
 * browser or customer, and neither cart loses lines.
 */
export async function adoptCheckout(tx: Tx, from: CheckoutRow, adopter: Adopter): Promise<Outcome<CheckoutRow>> {
  const { visitor, cart, now } = adopter;
  const { customerId } = visitor;
  const own = cart === undefined || customerId !== undefined ? undefined : await lockOpen(tx, visitor, cart);
  if (own?.ok && (await isGuestsCart(tx, own.value))) {
    await mergeInto(tx, from, own.value, adopter);
    return await lockOpen(tx, visitor, own.value.id);
  }
  if (customerId === undefined) {
    await takeOver(tx, from.id, visitor.id);
    return ok({ ...from, visitor: visitor.id, copiedFrom: undefined });
  }
  const claiming = { visitor: { ...visitor, customerId }, checkoutId: from.id, adopted: from, now };
  const { checkoutId } = await claimCheckout(tx, claiming);
  const target = checkoutId ? await findCheckoutRow(tx, checkoutId) : undefined;
  if (target) await keepPromo(tx, from, target, now);
  return await lockOpen(tx, visitor, from.id);
}

/** Whether the checkout is a guest's cart with products. A phone order is not a cart. */
const isGuestsCart = async (tx: Tx, { id, customerId, takenBy }: CheckoutRow): Promise<boolean> =>
  customerId === undefined && takenBy === undefined && (await hasBoughtLine(tx, id));

async function mergeInto(tx: Tx, from: CheckoutRow, own: CheckoutRow, { now }: Adopter): Promise<void> {
  const merged = await mergeUnits(tx, own.id, await unitsToMove(tx, from, own.id), now);
  await moveNotes(tx, [from], own.id);
  await abandonFor(tx, [from.id], own.id, now);
  await repriceCheckout(tx, own.id, now, merged.ok ? merged.value.notice : undefined);
  await keepPromo(tx, from, own, now);
}

/** Moves an applied promo code to the merged cart, unless the merged cart has a code. */
async function keepPromo(tx: Tx, from: CheckoutRow, target: CheckoutRow, now: number): Promise<void> {
  if (from.promoId === undefined || target.promoId !== undefined) return;
  await setPromo(tx, target.id, from);
  await repriceCheckout(tx, target.id, now);
}
