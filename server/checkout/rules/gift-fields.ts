import type { Cents } from "../../money.ts";
import type { FieldError } from "../../outcome.ts";

/** A gift rule's fields. The threshold is compared with the products' value after discount. */
export type GiftFields = { name: string; threshold: Cents; active: boolean; productIds: string[] };

/** The most products that one rule lets a shopper choose from. */
export const mostGifts = 20;

export const giftErrors = ({ name, threshold, productIds }: GiftFields): FieldError[] => [
  ...(name.length > 100 ? [{ field: "name", message: "Enter up to 100 characters." }] : []),
  ...(Number.isInteger(threshold) && threshold >= 1 && threshold <= 100_000_000
    ? []
    : [{ field: "threshold", message: "Enter an amount in dollars, such as 100.00." }]),
  ...(productIds.length > 0 && productIds.length <= mostGifts
    ? []
    : [{ field: "productIds", message: `Name 1 to ${mostGifts} products to choose from.` }]),
];
