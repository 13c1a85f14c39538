import { Refused } from "../jobs/refused.ts";
import type { Cents } from "../money.ts";
import type { MoneyRefusal } from "../orders/rules/refused-money.ts";
import type { Approved, Result } from "./gateways/gateway.ts";

/** A code is a word of the gateway's; nothing longer is stored. */
const longestCode = 80;

/** What the gateway refused, and moved nothing; undefined where it did, or nobody can say. */
export function refusalIn({ status, code }: Result): MoneyRefusal | undefined {
  if (status !== "declined" && status !== "error") return undefined;
  return { by: status === "declined" ? "bank" : "gateway", code: code.slice(0, longestCode) };
}

export const answerOf = ({ status, code }: Result): string => `the gateway answered ${status}: ${code}`;

/** The same refusal, read from the failure of a job that threw these words; undefined where its last try was not refused. */
export function refusalOfFailure(failure: string): MoneyRefusal | undefined {
  const [, status, code = ""] = /^(?:refused.*?: )?the gateway answered (declined|error): (.*)$/s.exec(failure) ?? [];
  if (status === undefined) return undefined;
  return { by: status === "declined" ? "bank" : "gateway", code: code.slice(0, longestCode) };
}

/**
 * Anything but the whole amount is an error for the owner: the job is tried again and ends as
 * failed.
 */
export function inFull(result: Result, amount: Cents | undefined): Approved {
  if (refusalIn(result)) throw new Refused(answerOf(result));
  if (result.status !== "approved") throw new Error(answerOf(result));
  if (amount !== undefined && result.amountCents !== amount) throw new Error("the gateway moved another amount");
  return result;
}
