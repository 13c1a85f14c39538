import { randomBytes } from "node:crypto";
import { normaliseEmail } from "../customers/rules/email.ts";
import type { Tx } from "../db/tables.ts";
import { done, type Outcome, refuse } from "../outcome.ts";
import { countUse, deleteRedemption, findPending, findPromo, insertRedemption, markUsed, uncountUse } from "./queries/promos.ts";

type Redemption = { promoId: string; checkoutId: string; email: string; now: number };

/** Holds one use of a promo for a payment under way. A refusal must roll the caller's transaction back, since the use is counted first. */
export async function redeem(tx: Tx, { promoId, checkoutId, email, now }: Redemption): Promise<Outcome<void>> {
  if (!(await countUse(tx, promoId, now))) return refuse("this promo code has been used up or has ended");
  const promo = await findPromo(tx, promoId);
  const mail = normaliseEmail(email);
  const id = randomBytes(16).toString("hex");
  const onceEmail = promo?.oncePerCustomer ? mail : null;
  const redeemed = await insertRedemption(tx, { id, promoId, checkoutId, email: mail, onceEmail }, now);
  return redeemed ? done(undefined) : refuse("you have used this promo code already");
}

/** Gives the use back after a payment that did not happen. Safe to run twice. */
export async function unredeem(tx: Tx, checkoutId: string): Promise<void> {
  for (const { id, promo_id } of await findPending(tx, checkoutId)) {
    if (await deleteRedemption(tx, id)) await uncountUse(tx, promo_id);
  }
}

/** The order is placed: the use is final. */
export async function settleRedemption(tx: Tx, checkoutId: string): Promise<void> {
  await markUsed(tx, checkoutId);
}
