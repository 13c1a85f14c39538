import type { Cents } from "../../../money.ts";
import { type DeclinedResult, type RefusedResult, refusedCall, type Unknown, unanswered } from "../gateway.ts";
import type { Trouble } from "./verdicts.ts";

/** The result of a call that was declined or refused, or whose outcome is unknown. */
export function resultOf({ is, code }: Trouble, ref: string, amountCents: Cents): DeclinedResult | RefusedResult | Unknown {
  if (is === "unknown") return unanswered(code);
  const refused = refusedCall(code);
  return is === "refused" ? refused : { ...refused, status: "declined", ref, amountCents };
}
