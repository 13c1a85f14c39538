import { Router } from "express";
import { ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { read } from "../../web/read.ts";
import { sameOrigin } from "../../web/token.ts";
import type { WholeCheckout } from "../change.ts";
import { totalsOf } from "../checkout-json.ts";
import { tryCode } from "../limits.ts";
import type { Resubmission, StepPageInput } from "../pages/frame.ts";
import { promoPath } from "../paths.ts";
import { paymentScreen } from "../payment-screen.ts";
import { addPromo, removePromo } from "../promo-code.ts";
import { promoRemoval, promoStep } from "../schema.ts";
import { stepCall } from "./asking.ts";

const codeAndTotals = ({ priced }: WholeCheckout) => ({ promoCode: priced.promo?.code ?? null, ...totalsOf(priced) });

/** The promo field of the payment page. Its two calls carry no token (specification §6): what the browser says of their origin guards them. */
export function promoRoutes(shop: Shop): Router {
  const { db, config } = shop;
  const page = (input: StepPageInput, { refusal, typed = {} }: Resubmission) =>
    paymentScreen(db, input, { typed, ...(refusal && { promoRefusal: refusal }) });
  const field = { page, next: "payment" as const, data: codeAndTotals };
  const add = stepCall(shop, {
    ...field,
    read: (req) => {
      const step = read(promoStep, req);
      return step.ok ? ok({ ...step.value, address: req.ip ?? "" }) : step;
    },
    change: (context, { promoCode, address }) =>
      tryCode(db, { address, now: context.now, code: promoCode }, () =>
        addPromo(db, { ...context, production: config.production }, promoCode),
      ),
  });
  const remove = stepCall(shop, {
    ...field,
    read: (req) => read(promoRemoval, req),
    change: (context) => removePromo(db, context),
  });
  return Router().post(promoPath("add"), sameOrigin, add).post(promoPath("remove"), sameOrigin, remove);
}
