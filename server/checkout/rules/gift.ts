import type { Cents } from "../../money.ts";

export type GiftRule = { threshold: Cents; productIds: readonly string[] };

export type GiftEligibility = {
  eligible: boolean;
  threshold: Cents;
  /** cents missing to the threshold, after discount; 0 once eligible */
  remaining: Cents;
  productIds: readonly string[];
};

const noGifts: GiftEligibility = { eligible: false, threshold: 0, remaining: 0, productIds: [] };

/**
 * The gifts of every rule whose threshold is reached after discount; if none is reached, the gifts
 * of the next rule.
 */
export function giftEligibility(rules: readonly GiftRule[], merchandise: Cents): GiftEligibility {
  const ordered = rules.toSorted((one, other) => one.threshold - other.threshold);
  const reached = ordered.filter(({ threshold }) => merchandise > 0 && merchandise >= threshold);
  const rule = reached.at(-1) ?? ordered[0];
  if (!rule) return noGifts;
  const eligible = reached.length > 0;
  const productIds = [...new Set((eligible ? reached : [rule]).flatMap((rule) => rule.productIds))];
  return {
    eligible,
    threshold: rule.threshold,
    remaining: Math.max(0, eligible ? 0 : rule.threshold - merchandise),
    productIds,
  };
}

/** Asks for the `missing` amount, such as `$5.00`. */
export const giftGapText = (missing: string): string => `Add ${missing} more in products to choose a gift.`;

/** Whether a gift on a checkout is still earned. */
export const giftHolds = ({ eligible, productIds }: GiftEligibility, productId: string): boolean =>
  eligible && productIds.includes(productId);

type StockedLine = { variantId: string; quantity: number; left: number; active: boolean };

/** Whether a unit is left for the gift after all bought units of its variant. */
export function giftInStock({ variantId, left, active }: StockedLine, bought: readonly StockedLine[]): boolean {
  const units = bought.filter((line) => line.variantId === variantId).reduce((all, { quantity }) => all + quantity, 0);
  return active && left > units;
}
