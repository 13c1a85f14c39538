import type { Tx } from "../db/tables.ts";
import { type Outcome, ok } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { startCheckout } from "./create.ts";
import { type CheckoutRow, lockOpen, paying } from "./find.ts";
import { moveNotes } from "./moved-notes.ts";
import { unitsToMove } from "./moved-units.ts";
import { abandonFor, findOpenOf, moveHeld } from "./queries/checkouts.ts";
import { repriceCheckout } from "./reprice.ts";
import { mergeUnits, unitsIn } from "./units.ts";

type Customer = Visitor & { customerId: string };
type ClaimInput = {
  visitor: Customer;
  checkoutId: string | undefined;
  /** a locked checkout that this browser does not hold but takes over (adopt.ts) */
  adopted?: CheckoutRow;
  now: number;
};

/** The result of a sign-in for the browser's checkout. */
export type ClaimResult = {
  /** for the browser's cookie: null removes it, undefined leaves it as it is */
  checkoutId: string | null | undefined;
  /** ids of the checkouts that `checkoutId` replaced */
  replaced: readonly string[];
  /** a guest's payment is in progress in this browser */
  paying: boolean;
};

/** Puts the successor's id into a path that names a replaced checkout. */
export const successorIn =
  ({ checkoutId, replaced }: Pick<ClaimResult, "checkoutId" | "replaced">) =>
  (path: string): string =>
    checkoutId ? replaced.reduce((left, id) => left.replaceAll(id, checkoutId), path) : path;

/**
 * At sign-in, moves the lines of the guest's checkout into the customer's open checkout that was
 * changed last, or into a new one. The customer's other open checkouts are merged too. Contact and
 * addresses are not copied. The emptied checkouts name the merged checkout as their successor, so
 * that other tabs and devices find it. A checkout that is being paid is left alone.
 */
export async function claimCheckout(tx: Tx, { visitor, checkoutId, adopted, now }: ClaimInput): Promise<ClaimResult> {
  const open = await lockOpenOf(tx, visitor, now, checkoutId);
  const ownCheckout = checkoutId === undefined ? undefined : open.get(checkoutId);
  const ofCookie = adopted ? ok(adopted) : ownCheckout;
  if (ofCookie === paying) return { checkoutId: undefined, replaced: [], paying: true };
  const own = [...open].flatMap(([id, one]) => (one.ok && one.value.customerId && one.value.id === id ? [id] : []));
  const guests = ofCookie?.ok && isCart(ofCookie.value) ? ofCookie.value : undefined;
  if (guests === undefined) return { checkoutId: checkoutOfOthers(checkoutId, own), replaced: [], paying: false };
  const [latest, ...older] = own;
  const target = latest ?? (await startEmpty(tx, visitor, now));
  const replaced = [guests.id, ...older];
  const units = await unitsIn(tx, older);
  for (const [variantId, quantity] of await unitsToMove(tx, guests, target))
    units.set(variantId, (units.get(variantId) ?? 0) + quantity);
  const merged = await mergeUnits(tx, target, units, now);
  const olderCheckouts = older.flatMap((id) => {
    const checkout = open.get(id);
    return checkout?.ok ? [checkout.value] : [];
  });
  await moveNotes(tx, [...olderCheckouts, guests], target);
  await abandonFor(tx, replaced, target, now);
  await repriceCheckout(tx, target, now, merged.ok ? merged.value.notice : undefined);
  return { checkoutId: target, replaced, paying: false };
}

/** Whether the checkout is a guest's cart. A phone order is not a cart and stays separate. */
const isCart = ({ customerId, takenBy }: CheckoutRow): boolean => customerId === undefined && takenBy === undefined;

/**
 * The new value of the checkout cookie if there is no guest's cart to merge: the id of a checkout
 * of the customer. Without such a checkout, null removes a cookie that names another checkout;
 * undefined means that there is no cookie.
 */
function checkoutOfOthers(checkoutId: string | undefined, own: readonly string[]): string | null | undefined {
  if (checkoutId !== undefined && own.includes(checkoutId)) return checkoutId;
  return own[0] ?? (checkoutId === undefined ? undefined : null);
}

/**
 * Locks the customer's open checkouts and the named checkout in the order of their ids, so that two
 * sign-ins never block each other. The map begins with the checkout that was changed last.
 */
async function lockOpenOf(tx: Tx, visitor: Customer, now: number, checkoutId: string | undefined) {
  const ids = await findOpenOf(tx, visitor.customerId, now);
  const all = [...new Set([...ids, ...(checkoutId === undefined ? [] : [checkoutId])])];
  const locked = new Map<string, Outcome<CheckoutRow> | undefined>(all.map((id) => [id, undefined]));
  for (const id of all.toSorted()) locked.set(id, await lockOpen(tx, visitor, id));
  return locked as Map<string, Outcome<CheckoutRow>>;
}

async function startEmpty(tx: Tx, visitor: Customer, now: number): Promise<string> {
  const started = await startCheckout(tx, { visitor, lines: [], now });
  if (!started.ok) throw new Error(`an empty checkout was refused: ${started.error}`);
  return started.value.checkoutId;
}

/** Moves the checkouts of a browser to the new id that the browser gets at a sign-in. */
export const moveCheckouts = async (tx: Tx, move: { from: string; to: string; customerId: string }): Promise<void> =>
  void (await moveHeld(tx, move));
