import { type Cents, dollars } from "../../money.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../../outcome.ts";
import { visibleText } from "../../plain-text.ts";
import type { ShippingRate } from "./shipping-rate.ts";

/** A discount on all products: whole percent, or cents. The shopper reads its reason. */
export type StaffDiscount = { kind: "percent" | "amount"; amount: number; reason: string };

/** What the staff set for a phone order; an absent part leaves the shop's own price. */
export type PriceAdjustment = { discount?: StaffDiscount | undefined; shipping?: Cents | undefined };

/** The most characters of the reason of a discount. */
export const longestReason = 100;

/** The most that a discount by amount, or a shipping price, can be. */
const most: Cents = 100_000_000;

/** The rate of a shipping method, or the shipping price of the staff in its place. */
export const adjustedRate = (method: ShippingRate, adjustment: PriceAdjustment | undefined): ShippingRate =>
  adjustment?.shipping === undefined
    ? method
    : { ...(method.id !== undefined && { id: method.id }), price: adjustment.shipping, freeFrom: undefined };

/** The discount in words, such as `10%: late delivery`; empty without one. */
export function discountText({ discount }: PriceAdjustment): string {
  if (!discount) return "";
  return `${discount.kind === "percent" ? `${discount.amount}%` : dollars(discount.amount)}: ${discount.reason}`;
}

/** Checks a discount, and tidies its reason. */
export function checkedDiscount({ kind, amount, reason }: StaffDiscount): Outcome<StaffDiscount> {
  const tidy = visibleText(reason);
  const errors: FieldError[] = [];
  if (kind === "percent" && !(Number.isInteger(amount) && amount >= 1 && amount <= 100))
    errors.push({ field: "discount", message: "Enter a whole percentage from 1 to 100." });
  if (kind === "amount" && !isAmount(amount, 1))
    errors.push({ field: "discount", message: "Enter an amount in dollars, such as 12.50." });
  if (tidy === "") errors.push({ field: "reason", message: "Enter the reason. The shopper reads it." });
  if (tidy.length > longestReason)
    errors.push({ field: "reason", message: `A reason can have up to ${longestReason} characters. Shorten it.` });
  return errors.length > 0 ? invalidFields(errors) : ok({ kind, amount, reason: tidy });
}

/** Checks a shipping price. */
export const checkedShipping = (price: Cents): Outcome<Cents> =>
  isAmount(price, 0)
    ? ok(price)
    : invalidFields([{ field: "shippingPrice", message: "Enter an amount in dollars, such as 5.95." }]);

const isAmount = (cents: number, least: number): boolean => Number.isInteger(cents) && cents >= least && cents <= most;
