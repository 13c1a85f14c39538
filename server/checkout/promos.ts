import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { findBatchCode, isCodeUsed } from "./queries/promo-codes.ts";
import {
  clearDemoPromos,
  decrementUses,
  deleteFirstOrderClaim,
  deleteRedemption,
  deleteUse,
  findOrderOf,
  findOrderOfAccount,
  findPromo,
  incrementUses,
  insertFirstOrderClaim,
  insertRedemption,
  isOnceEach,
  lockRedemptions,
  markRedemptionsUsed,
} from "./queries/promos.ts";
import { noSuchPromo } from "./rules/promo.ts";

/** The refusal of an automatic promo that ended or was used up after the checkout was priced. */
export const automaticPromoTaken = refuse("promo_taken", "A discount in your cart has been used up or has ended.");

const usedUp = refuse("promo_taken", "This promo code has been used up or has ended.");

type Redemption = {
  promoId: string;
  /** the code of a batch of the promo, if it is used in place of the promo's own */
  batchCode?: string | undefined;
  checkoutId: string;
  email: string;
  customerId?: string | undefined;
  now: number;
};

/**
 * Holds one use of a promo for a payment in progress. After a refusal the caller must roll back,
 * since the use is counted first.
 */
export async function redeem(tx: Tx, redemption: Redemption): Promise<Outcome<void>> {
  const { promoId, batchCode, checkoutId, email, customerId, now } = redemption;
  if (!(await incrementUses(tx, promoId, now))) return usedUp;
  // The count has locked the promo, so no other payment takes the code, and nobody ends its batch.
  if (batchCode !== undefined && !(await isCodeFree(tx, batchCode, checkoutId))) return usedUp;
  const promo = await findPromo(tx, promoId);
  const mail = normaliseEmail(email);
  const id = newId();
  const onceEmail = promo && isOnceEach(promo) ? mail : null;
  const redeemed = await insertRedemption(
    tx,
    { id, promoId, checkoutId, email: mail, onceEmail, batchCode: batchCode ?? null },
    now,
  );
  if (!redeemed) return refuse("promo_taken", "You’ve already used this promo code.");
  return promo?.firstOrderOnly ? await claimFirstOrder(tx, mail, checkoutId, customerId) : ok(undefined);
}

/** Whether a code's batch runs, and no other checkout has the code. */
const isCodeFree = async (tx: Tx, code: string, checkoutId: string): Promise<boolean> =>
  (await findBatchCode(tx, code))?.ended_at === null && !(await isCodeUsed(tx, code, checkoutId));

/**
 * Claims the first order of an email and of an account, so that both can use only one of several
 * promos for a first order. The claims are made before the orders are read, since the transaction
 * that places an order deletes its claims.
 */
async function claimFirstOrder(tx: Tx, email: string, checkoutId: string, customerId?: string): Promise<Outcome<void>> {
  const isFirst = (await insertFirstOrderClaim(tx, email, checkoutId)) && !(await findOrderOf(tx, email, checkoutId));
  const isAccountsFirst =
    customerId === undefined ||
    ((await insertFirstOrderClaim(tx, customerId, checkoutId)) && !(await findOrderOfAccount(tx, customerId, checkoutId)));
  return isFirst && isAccountsFirst ? ok(undefined) : refuse("promo_taken", "This promo code is for a first order.");
}

/** Releases the use after a failed payment. Safe to run twice. */
export async function releasePromo(tx: Tx, checkoutId: string): Promise<void> {
  for (const { id, promo_id } of await lockRedemptions(tx, checkoutId, "pending")) {
    if (await deleteRedemption(tx, id)) await decrementUses(tx, promo_id);
  }
  await deleteFirstOrderClaim(tx, checkoutId);
}

/** Makes the use final when the order is placed. */
export async function confirmRedemption(tx: Tx, checkoutId: string): Promise<void> {
  await markRedemptionsUsed(tx, checkoutId);
  await deleteFirstOrderClaim(tx, checkoutId);
}

/**
 * Releases the use of a canceled order, so that anybody, including its shopper, may use it. Safe to
 * run twice.
 */
export async function returnPromoUse(tx: Tx, checkoutId: string): Promise<void> {
  await lockRedemptions(tx, checkoutId, "used");
  for (const promoId of await deleteUse(tx, checkoutId)) await decrementUses(tx, promoId);
}

/**
 * Removes demo promos from open checkouts, with a notice, when a shop goes into production. Demo
 * promos then no longer apply without a code.
 */
export const deactivateDemoPromos = (db: Db): Promise<void> =>
  transact(db, (tx) => clearDemoPromos(tx, `Your promo code was removed. ${noSuchPromo.error}`));
