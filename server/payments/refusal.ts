import { NotYet, Refused } from "../jobs/refused.ts";
import type { Cents } from "../money.ts";
import type { MoneyRefusal } from "../orders/rules/refused-money.ts";
import type { ApprovedResult, GiveBackResult, GivenBackResult, Result } from "./gateways/gateway.ts";

/** The most characters stored of a gateway's code. */
const longestCode = 80;

/** The gateway's refusal to move money; undefined if it moved money, or the outcome is unknown. */
export function refusalIn({ status, code }: Result | GiveBackResult): MoneyRefusal | undefined {
  if (status !== "declined" && status !== "error") return undefined;
  return { by: status === "declined" ? "bank" : "gateway", code: code.slice(0, longestCode) };
}

export const answerOf = ({ status, code }: Result | GiveBackResult): string => `the gateway answered ${status}: ${code}`;

/** The refusal in the failure text of a job; undefined if its last attempt was not refused. */
export function refusalOfFailure(failure: string): MoneyRefusal | undefined {
  const [, status, code = ""] = /^(?:refused.*?: )?the gateway answered (declined|error): (.*)$/s.exec(failure) ?? [];
  if (status === undefined) return undefined;
  return { by: status === "declined" ? "bank" : "gateway", code: code.slice(0, longestCode) };
}

type Moved = ApprovedResult | GivenBackResult;

/**
 * The result of a call that moved money, and, with `amount`, exactly this amount in cents. Throws
 * otherwise: the job is tried again, and finally fails for the owner to see. Money that the gateway
 * has not settled yet is given back later.
 */
export function inFull<Some extends Result | GiveBackResult>(result: Some, amount: Cents | undefined): Extract<Some, Moved> {
  if (refusalIn(result)) throw new Refused(answerOf(result));
  if (result.status === "too_early") throw new NotYet(answerOf(result), result.until);
  if (!isMoved(result)) throw new Error(answerOf(result));
  if (amount !== undefined && result.amountCents !== amount) throw new Error("the gateway moved another amount");
  return result;
}

const isMoved = <Some extends Result | GiveBackResult>(result: Some): result is Extract<Some, Moved> =>
  result.status === "approved" || result.status === "voided" || result.status === "refunded";
