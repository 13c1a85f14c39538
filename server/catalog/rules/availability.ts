/** `isAvailable`: published and may be sold in the shopper's state. `shippable`: can ship now. */
type Availability = { isAvailable: boolean; shippable: boolean };

/** Whether "Add to cart" is offered (requirement 141). */
export const canBuy = ({ isAvailable, shippable }: Availability): boolean => isAvailable && shippable;

export const notAvailable = "NOT AVAILABLE IN YOUR STATE";

/**
 * The reason why a product cannot be bought, in the specified words (requirements 142, 143). Empty
 * if it can be bought.
 */
export function unavailableText({ isAvailable, shippable }: Availability): string {
  if (!isAvailable) return notAvailable;
  return shippable ? "" : "out of stock";
}

const exactUpTo = 5;

/** The quantity that a cached page may show: exact up to 5, else 6. */
export const shownQuantity = (left: number): number => Math.max(0, Math.min(left, exactUpTo + 1));
