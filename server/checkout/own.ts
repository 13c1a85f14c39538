import type { Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { isEmbeddedVisitor, type Visitor } from "../web/visitor.ts";
import { adoptCheckout } from "./adopt.ts";
import { copyCheckout } from "./copy.ts";
import { type CheckoutRow, ifOpen, lockAccess } from "./find.ts";

type Change = {
  visitor: Visitor;
  checkoutId: string;
  /** the cart in this browser's cookie */
  cart?: string | undefined;
  address?: string | undefined;
  now: number;
};

/**
 * Locks the checkout that a visitor changes, in any state except abandoned: the named checkout if
 * they hold it, a phone order that they have opened, or else their copy. A cart that a page of
 * another origin began is taken over by the first browser that changes it at the shop itself.
 */
export async function lockOwn(tx: Tx, change: Change): Promise<Outcome<CheckoutRow>> {
  const { visitor, checkoutId } = change;
  const access = await lockAccess(tx, visitor, checkoutId);
  if (!access.ok) return access;
  const { as, checkout } = access.value;
  if (as !== "reader" || checkout.state === "completed") return ok(checkout);
  const { id } = visitor;
  if (id === undefined) return notFound;
  const ownChange = { ...change, visitor: { ...visitor, id } };
  const isFromElsewhere = isEmbeddedVisitor(checkout.visitor) && !isEmbeddedVisitor(id);
  const isLeft = checkout.successorId !== undefined;
  return isFromElsewhere && !isLeft && checkout.state === "open"
    ? await adoptCheckout(tx, checkout, ownChange)
    : await copyCheckout(tx, checkout, ownChange);
}

/** Locks the checkout that `lockOwn` finds; refuses a checkout that can no longer be changed. */
export async function lockOwnOpen(tx: Tx, change: Change): Promise<Outcome<CheckoutRow>> {
  const own = await lockOwn(tx, change);
  return own.ok ? ifOpen(own.value) : own;
}
