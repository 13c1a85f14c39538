import { type Cents, dollars } from "../../money.ts";
import { type Refusal, refuse } from "../../outcome.ts";
import type { BuyGet } from "./buy-get.ts";
import { coversMethod } from "./shipping-rate.ts";

export const promoKinds = ["percent", "amount", "shipping", "buy_get"] as const;
export type PromoKind = (typeof promoKinds)[number];

/**
 * The products that a promo is for: those of these categories, and these products; all products if
 * both lists are empty.
 */
export type PromoScope = { categoryIds: readonly string[]; productIds: readonly string[] };

export type Promo = {
  id: string;
  code: string;
  /** the code, if it is of a batch and not the promo’s own */
  batchCode?: string | undefined;
  /** whether the batch of this code was ended */
  isBatchEnded?: boolean;
  /** applies without a code */
  automatic: boolean;
  /** what shoppers call it: its code, or the name of an automatic promo */
  label: string;
  kind: PromoKind;
  /** whole percent for the kind `percent`, cents for the kind `amount`, 0 for other kinds */
  amount: number;
  /**
   * for the kind `buy_get`: how many units have to be bought, how many more are discounted, and by
   * what percentage
   */
  buyGet: BuyGet | undefined;
  scope: PromoScope;
  /** the shipping methods that it is for; empty: all methods */
  methods: readonly { id: string; name: string }[];
  /** the promo applies only if its products have at least this value */
  minimum: Cents;
  usageLimit: number | undefined;
  /** redemptions, including those of payments in progress */
  used: number;
  oncePerCustomer: boolean;
  firstOrderOnly: boolean;
  /** the tag of the customers whom the promo is for; empty: everybody */
  customerTag: string;
  startsAt: number;
  endsAt: number;
  active: boolean;
};

export type PromoUse = {
  /** redemptions by other checkouts */
  others: number;
  /** whether another checkout has redeemed this code of a batch */
  isCodeUsed?: boolean;
  /** whether this shopper's email has redeemed it with another checkout */
  before: boolean;
  /** whether this shopper's email has an order that was not canceled */
  ordered: boolean;
  /** whether the shopper is known to have the promo's tag; not read without one */
  tagged: boolean;
};

/**
 * What a promo's conditions are compared with. `value` and `units` are the value before discounts
 * and the number of units of the lines that the promo is for. `methodId` is the shipping method,
 * once it is chosen.
 */
export type PromoBasis = { value: Cents; units: number; methodId?: string | undefined };

/** The refusal of an unknown or inactive code. Many such refusals suggest guessing. */
export const noSuchPromo = refuse("promo_unknown", "This promo code isn’t valid.");

const promoRefused = (error: string): Refusal => refuse("promo_refused", error);

const isLimited = ({ categoryIds, productIds }: PromoScope): boolean => categoryIds.length + productIds.length > 0;

/** Whether a promo is for a product. */
export const promoCovers = ({ scope }: Pick<Promo, "scope">, product: { productId: string; categoryId: string }): boolean =>
  !isLimited(scope) || scope.productIds.includes(product.productId) || scope.categoryIds.includes(product.categoryId);

/** Why a promo does not apply; undefined if it does. `basis` counts only the promo's own lines. */
export function promoRefusal(promo: Promo, use: PromoUse, basis: PromoBasis, now: number): Refusal | undefined {
  if (!promo.active || now < promo.startsAt) return noSuchPromo;
  if (now > promo.endsAt || promo.isBatchEnded) return promoRefused("This promo code has ended.");
  const isUsedUp = promo.usageLimit !== undefined && use.others >= promo.usageLimit;
  if (use.isCodeUsed || isUsedUp) return promoRefused("This promo code has been used up.");
  if (promo.customerTag !== "" && !use.tagged)
    return promoRefused(
      "This promo code is for certain customers. If you are one of them, sign in with a confirmed email first.",
    );
  if (promo.oncePerCustomer && use.before) return promoRefused("You’ve already used this promo code.");
  if (promo.firstOrderOnly && (use.ordered || use.before)) return promoRefused("This promo code is for a first order.");
  return basisRefusal(promo, basis);
}

/** Why the products or the shipping method do not qualify for a promo. */
function basisRefusal(promo: Promo, { value, units, methodId }: PromoBasis): Refusal | undefined {
  const { scope, minimum, buyGet } = promo;
  const productsText = isLimited(scope) ? "the products it’s for" : "products";
  if (isLimited(scope) && units === 0) return promoRefused("This promo code isn’t for any of these products.");
  if (value < minimum) return promoRefused(`This promo code requires ${dollars(minimum)} or more in ${productsText}.`);
  const needed = buyGet ? buyGet.buy + buyGet.get : 0;
  if (units < needed)
    return promoRefused(`This promo code requires ${needed} or more of ${isLimited(scope) ? productsText : "any products"}.`);
  return methodId === undefined || coversMethod(promo, methodId) ? undefined : promoRefused(methodsText(promo));
}

/** `SHIPFREE applies to Standard and Expedited shipping only.` */
export function methodsText({ label, methods }: Pick<Promo, "label" | "methods">): string {
  const names = methods.map(({ name }) => name.replace(/ shipping$/i, ""));
  const list = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
  return `${label} applies to ${list} shipping only.`;
}
