import { type Call, data } from "../../web/call.ts";
import { promoPath } from "../paths.ts";
import { promoRemoval, promoStep } from "../schema.ts";
import { promoTotals } from "./answers.ts";
import { closed } from "./closed.ts";

export const promoCalls = {
  addPromo: {
    method: "POST",
    path: promoPath("add"),
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
    summary: "Removes the promo code",
    guard: "origin",
    crossOrigin: "guest",
    body: promoRemoval,
    answer: data(promoTotals),
    codes: closed,
  },
} as const satisfies Record<string, Call>;
