import { type Call, data } from "../../web/call.ts";
import { promoPath, stepPath } from "../paths.ts";
import { promoRemoval, promoStep } from "../schema.ts";
import { promoTotals } from "./answers.ts";
import { closed } from "./closed.ts";

export const promoCalls = {
  addPromo: {
    method: "POST",
    path: promoPath("add"),
    screen: stepPath("payment", ":checkoutId"),
    summary: "Applies a promo code",
    guard: "origin",
    crossOrigin: "guest",
    body: promoStep,
    answer: data(promoTotals),
    codes: [...closed, "promo_unknown", "promo_refused", "too_many_tries"],
  },
  removePromo: {
    method: "POST",
    path: promoPath("remove"),
    screen: stepPath("payment", ":checkoutId"),
    summary: "Removes the promo code",
    guard: "origin",
    crossOrigin: "guest",
    body: promoRemoval,
    answer: data(promoTotals),
    codes: closed,
  },
} as const satisfies Record<string, Call>;
