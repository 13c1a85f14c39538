import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { type Outcome, ok } from "../outcome.ts";
import { type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import { checkedDiscount, checkedShipping, type PriceAdjustment, type StaffDiscount } from "./rules/price-adjustment.ts";

/**
 * Sets the discount of a phone order, in place of an earlier one and of a promo code; undefined
 * removes it. Only the staff call this.
 */
export const setDiscount = (
  db: Db,
  context: CheckoutContext,
  discount: StaffDiscount | undefined,
): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (_, { adjustment, promoId }) => {
    const checked = discount && checkedDiscount(discount);
    if (checked?.ok === false) return checked;
    const changed = tidied({ ...adjustment, discount: checked?.value });
    return ok({ change: { adjustment: changed, promoId: checked ? undefined : promoId } });
  });

/** Sets the shipping price of a phone order; undefined is the chosen method's own price. */
export const setShippingPrice = (db: Db, context: CheckoutContext, price: Cents | undefined): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (_, { adjustment }) => {
    const checked = price === undefined ? undefined : checkedShipping(price);
    if (checked?.ok === false) return checked;
    return ok({ change: { adjustment: tidied({ ...adjustment, shipping: checked?.value }) } });
  });

const tidied = (adjustment: PriceAdjustment): PriceAdjustment | undefined =>
  adjustment.discount || adjustment.shipping !== undefined ? adjustment : undefined;
