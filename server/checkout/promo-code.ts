import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db } from "../db/tables.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import { updateCheckout } from "./queries/checkouts.ts";
import { findPromoByCode, findPromoUse } from "./queries/promos.ts";
import { noSuchCode, promoRefusal } from "./rules/promo.ts";
import { priceCheckout } from "./totals.ts";

type Applying = CheckoutContext & { production: boolean };

/** Puts a promo code on a checkout, in place of an earlier one. A code that does not hold is refused with its reason (422). */
export const addPromo = (db: Db, context: Applying, typed: string): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, checkout) => {
    const code = typed.trim();
    if (code === "") return refuse("enter a promo code", 422);
    const promo = await findPromoByCode(tx, code, context);
    if (!promo) return refuse(noSuchCode, 422);
    const use = await findPromoUse(tx, promo, checkout.id, normaliseEmail(checkout.email));
    const { subtotal } = await priceCheckout(tx, checkout, context.now);
    const refusal = promoRefusal(promo, use, subtotal, context.now);
    if (refusal !== undefined) return refuse(refusal, 422);
    await updateCheckout(tx, checkout.id, { promo_id: promo.id }, context.now);
    return ok(undefined);
  });

/** Takes the code off. The one that is sent is not compared: a checkout has one at most, and removing none is no mistake. */
export const removePromo = (db: Db, context: CheckoutContext): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, checkout) => {
    await updateCheckout(tx, checkout.id, { promo_id: null }, context.now);
    return ok(undefined);
  });
