import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { read } from "../../web/read.ts";
import { sameOrigin } from "../../web/token.ts";
import type { WholeCheckout } from "../change.ts";
import { paymentScreen } from "../payment-screen.ts";
import { addPromo, removePromo } from "../promo-code.ts";
import { stepPath } from "../rules/steps.ts";
import { promoRemoval, promoStep } from "../schema.ts";
import { totalsOf } from "../wire.ts";
import { actingOf, answerStep, typedId } from "./asking.ts";

const codeAndTotals = ({ priced }: WholeCheckout) => ({ promoCode: priced.promo?.code ?? null, ...totalsOf(priced) });

/** The promo field of the payment page. Its two calls carry no token (specification §6), so what the browser says of their origin guards them. */
export function promoRoutes(shop: Shop): Router {
  const { db, config } = shop;

  const answerPromo = (req: Request, res: Response, checkoutId: string, outcome: Outcome<WholeCheckout>) =>
    answerStep(shop, req, res, outcome, {
      page: (looking, { refusal, typed }) =>
        paymentScreen(db, looking, { ...(refusal && { promoRefusal: refusal }), ...(typed && { typed }) }),
      checkoutId,
      next: stepPath("payment", checkoutId),
      data: codeAndTotals,
    });

  const add: RequestHandler = async (req, res) => {
    const step = read(promoStep, req);
    if (!step.ok) return await answerPromo(req, res, typedId(req), step);
    const { checkoutId, promoCode } = step.value;
    const acting = { ...actingOf(shop, req, checkoutId), production: config.production };
    await answerPromo(req, res, checkoutId, await addPromo(db, acting, promoCode));
  };

  const remove: RequestHandler = async (req, res) => {
    const step = read(promoRemoval, req);
    if (!step.ok) return await answerPromo(req, res, typedId(req), step);
    const { checkoutId } = step.value;
    await answerPromo(req, res, checkoutId, await removePromo(db, actingOf(shop, req, checkoutId)));
  };

  return Router()
    .post("/storefront/api/checkout/add-promo", sameOrigin, add)
    .post("/storefront/api/checkout/remove-promo", sameOrigin, remove);
}
