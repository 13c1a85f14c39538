import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { isEmbeddedVisitor, type Visitor } from "../web/visitor.ts";
import { repriceCheckout } from "./change.ts";
import { claimCheckout } from "./claim.ts";
import { type CheckoutRow, isPossibleId, lockCheckout } from "./find.ts";
import { mergeUnits, unitsIn } from "./lines.ts";
import { abandonFor, findCheckoutRow, setPromo, setVisitor } from "./queries/checkouts.ts";
import { findLines } from "./queries/lines.ts";

type Arrival = {
  visitor: Visitor;
  /** named by the address */
  arrived: string;
  /** named by this browser's cookie */
  own: string | undefined;
  now: number;
};

/** The checkout that is this browser's from now on, and its age in ms. */
export type Adopted = { checkoutId: string; age: number };

/**
 * Takes over the open guest checkout that a page of another origin leads to. Like at a sign-in
 * (claim.ts), its lines move into a cart that this browser or customer has, and nothing of either
 * is lost. One from another browser is never moved: its shopper may go on with it. Undefined: the
 * cookie stays as it is.
 */
export const adoptCheckout = (db: Db, arrival: Arrival): Promise<Adopted | undefined> =>
  transact(db, async (tx) => {
    const adopted = await (arrival.visitor.customerId === undefined ? adoptAsGuest(tx, arrival) : claimFor(tx, arrival));
    return adopted && { checkoutId: adopted.id, age: arrival.now - adopted.createdAt };
  });

async function adoptAsGuest(tx: Tx, arrival: Arrival): Promise<CheckoutRow | undefined> {
  const { visitor, arrived, own: named } = arrival;
  const locked = await lockBoth(tx, arrived, named);
  const [from, own] = [locked.get(arrived), named === undefined ? undefined : locked.get(named)];
  // A payment under way is left alone.
  if (!from || !(await isGuestsCart(tx, from)) || own?.state === "paying") return undefined;
  if (own && (await isGuestsCart(tx, own))) {
    if (isEmbeddedVisitor(from.visitor)) await mergeInto(tx, from, own, arrival);
    return undefined;
  }
  await setVisitor(tx, from.id, visitor.id);
  return from;
}

/** In the order of their ids, as sign-ins lock them. */
async function lockBoth(tx: Tx, arrived: string, own: string | undefined): Promise<Map<string, CheckoutRow | undefined>> {
  const locked = new Map<string, CheckoutRow | undefined>();
  for (const id of [...new Set([arrived, own ?? arrived])].sort()) locked.set(id, await lockCheckout(tx, id));
  return locked;
}

/** A phone order is nobody's cart. */
const isGuestsCart = async (tx: Tx, { id, state, customerId, takenBy }: CheckoutRow): Promise<boolean> =>
  state === "open" && customerId === undefined && takenBy === undefined && (await findLines(tx, id)).some(({ gift }) => !gift);

async function claimFor(tx: Tx, { visitor, arrived, now }: Arrival): Promise<CheckoutRow | undefined> {
  const { customerId } = visitor;
  // The claim locks it, among the customer's own.
  const from = isPossibleId(arrived) ? await findCheckoutRow(tx, arrived) : undefined;
  if (customerId === undefined || !isEmbeddedVisitor(from?.visitor) || !from || !(await isGuestsCart(tx, from))) return undefined;
  const { checkoutId } = await claimCheckout(tx, { visitor: { ...visitor, customerId }, checkoutId: from.id, now });
  const target = checkoutId ? await findCheckoutRow(tx, checkoutId) : undefined;
  if (target) await keepPromo(tx, from, target, now);
  return target;
}

async function mergeInto(tx: Tx, from: CheckoutRow, own: CheckoutRow, { visitor, now }: Arrival): Promise<void> {
  const merged = await mergeUnits(tx, own.id, await unitsIn(tx, [from.id]), now);
  await abandonFor(tx, [from.id], own.id, now);
  // Only this browser finds the one by the other's id (find.ts).
  await setVisitor(tx, own.id, visitor.id);
  await repriceCheckout(tx, own.id, now, merged.ok ? merged.value.notice : undefined);
  await keepPromo(tx, from, own, now);
}

/** A code that was applied before counts for the merged cart, unless that has one. */
async function keepPromo(tx: Tx, from: CheckoutRow, target: CheckoutRow, now: number): Promise<void> {
  if (from.promoId === undefined || target.promoId !== undefined) return;
  await setPromo(tx, target.id, from.promoId);
  await repriceCheckout(tx, target.id, now);
}
