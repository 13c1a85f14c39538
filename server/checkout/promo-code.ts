import type { Db } from "../db/tables.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { plainText } from "../plain-text.ts";
import { type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import { refusalOfPromo } from "./price-checkout.ts";
import { findPromoByCode } from "./queries/promos.ts";
import { noSuchPromo } from "./rules/promo.ts";

type PromoContext = CheckoutContext & { production: boolean };

const withDiscount = refuse("promo_refused", "This order already has a discount, so it takes no promo code.");

/**
 * Applies a promo code, in place of an earlier code. Refuses a code that does not apply, with the
 * reason (422).
 */
export const addPromo = (db: Db, context: PromoContext, text: string): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, checkout) => {
    if (checkout.adjustment?.discount) return withDiscount;
    const code = plainText(text);
    if (code === "") return refuse("promo_refused", "Enter a promo code.");
    const promo = await findPromoByCode(tx, code, context);
    if (!promo) return noSuchPromo;
    const refusal = await refusalOfPromo(tx, checkout, promo, context.now);
    if (refusal) return refusal;
    return ok({ change: { promoId: promo.id, batchCode: promo.batchCode } });
  });

/**
 * Removes the checkout's code, whatever code is sent, since a checkout has at most one. Succeeds
 * without a code too.
 */
export const removePromo = (db: Db, context: CheckoutContext): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async () => ok({ change: { promoId: undefined } }));
