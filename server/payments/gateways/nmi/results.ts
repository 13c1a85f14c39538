import type { Cents } from "../../../money.ts";
import type { CardData } from "../card-data.ts";
import { type Result, refusedCall, type Unknown, unanswered } from "../gateway.ts";
import { centsOf, type TransactAnswer } from "./answers.ts";
import { verdictOf } from "./verdicts.ts";

/** The result of a capture or a void, which NMI approves under the payment's own reference. */
export function resultAt(authRef: string, answer: TransactAnswer | Unknown, askedCents: Cents): Result {
  const result = resultOf(answer, askedCents);
  return result.status === "approved" && result.ref !== authRef ? unanswered("bad_answer") : result;
}

/**
 * The result of a call that moves money. NMI names the amount only if it approved another one than
 * `askedCents`. An approval without a transaction is none.
 */
export function resultOf(answer: TransactAnswer | Unknown, askedCents: Cents, card?: CardData): Result {
  if ("status" in answer) return answer;
  const { is, code } = verdictOf(answer);
  if (is === "unknown") return unanswered(code);
  if (is === "refused") return refusedCall(code);
  const ref = /^0*$/.test(answer.transactionid) ? "" : answer.transactionid;
  if (is === "approved" && ref === "") return unanswered("bad_answer");
  const amountCents = answer.amount_authorized === "" ? askedCents : centsOf(answer.amount_authorized);
  return {
    status: is,
    ref,
    amountCents: is === "approved" ? amountCents : askedCents,
    code: is === "approved" && amountCents !== askedCents ? "amount_mismatch" : code,
    avs: answer.avsresponse || null,
    cvv: answer.cvvresponse || null,
    brand: card?.brand() ?? null,
    last4: card?.last4() ?? null,
    retryable: false,
  };
}
