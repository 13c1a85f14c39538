import { type Cents, dollars } from "../../money.ts";
import { type Refusal, refuse } from "../../outcome.ts";

export type Promo = {
  id: string;
  code: string;
  kind: "percent" | "amount" | "shipping";
  /** whole percent, or cents */
  amount: number;
  minimum: Cents;
  usageLimit: number | undefined;
  /** redemptions that count, including those of payments in progress */
  used: number;
  oncePerCustomer: boolean;
  startsAt: number;
  endsAt: number;
  active: boolean;
};

export type PromoUse = {
  /** redemptions by other checkouts */
  others: number;
  /** whether this shopper's email has redeemed it with another checkout */
  before: boolean;
};

/** For a code that is unknown or does not run: frequent refusals suggest guessing. */
export const noSuchPromo = refuse("promo_unknown", "This promo code isn’t valid.");

/**
 * Why a promo does not apply; undefined while it does. `merchandise` is the value of the lines
 * before any discount.
 */
export function promoRefusal(promo: Promo, use: PromoUse, merchandise: Cents, now: number): Refusal | undefined {
  if (!promo.active || now < promo.startsAt) return noSuchPromo;
  if (now > promo.endsAt) return refuse("promo_refused", "This promo code has ended.");
  if (promo.usageLimit !== undefined && use.others >= promo.usageLimit)
    return refuse("promo_refused", "This promo code has been used up.");
  if (promo.oncePerCustomer && use.before) return refuse("promo_refused", "You’ve already used this promo code.");
  if (merchandise < promo.minimum)
    return refuse("promo_refused", `This promo code requires ${dollars(promo.minimum)} or more in products.`);
  return undefined;
}
