import { ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { clientAddress } from "../../web/network.ts";
import { readBody } from "../../web/read.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { checkoutCalls } from "../calls.ts";
import type { WholeCheckout } from "../change.ts";
import { totalsOf } from "../checkout-json.ts";
import { tryCode } from "../limits.ts";
import type { Resubmission, StepPageInput } from "../pages/frame.ts";
import { paymentScreen } from "../payment-screen.ts";
import { addPromo, removePromo } from "../promo-code.ts";
import { stepCall } from "./request-context.ts";

const codeAndTotals = ({ priced }: WholeCheckout) => ({ promoCode: priced.typedCode ?? null, ...totalsOf(priced) });

/**
 * The promo field of the payment page. Its two calls need no token; the origin
 * headers are checked instead.
 */
export function promoRoutes(shop: Shop): Routes {
  const { db, config } = shop;
  const page = (input: StepPageInput, { refusal, typed = {} }: Resubmission) =>
    paymentScreen(db, input, { typed, promoRefusal: refusal });
  const field = { page, step: "payment" as const, next: "payment" as const, data: codeAndTotals };
  const add = stepCall(shop, {
    ...field,
    read: (req) => {
      const step = readBody(checkoutCalls.addPromo, req);
      return step.ok ? ok({ ...step.value, address: clientAddress(req) }) : step;
    },
    change: (context, { promoCode, address }) =>
      tryCode(db, { address, now: context.now, code: promoCode }, () =>
        addPromo(db, { ...context, production: config.production }, promoCode),
      ),
  });
  const remove = stepCall(shop, {
    ...field,
    read: (req) => readBody(checkoutCalls.removePromo, req),
    change: (context) => removePromo(db, context),
  });
  return routes(callRoute(checkoutCalls.addPromo, add), callRoute(checkoutCalls.removePromo, remove));
}
