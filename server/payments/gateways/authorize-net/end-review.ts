import { type ReviewEnd, type ReviewEndResult, refusedCall, unanswered } from "../gateway.ts";
import { transactionAnswer } from "./answers.ts";
import type { Ask } from "./ask.ts";
import { reviewCall } from "./requests.ts";
import { verdictOf } from "./verdicts.ts";

type Review = Omit<ReviewEnd, "key"> & { reference: string };

/** Ends the review of a held payment. An approved one may be declined by the bank: also an end. */
export async function endReview(ask: Ask, { reference, authRef, approve }: Review): Promise<ReviewEndResult> {
  const answer = await ask(reviewCall(reference, authRef, approve), transactionAnswer);
  if (!answer.arrived) return unanswered(answer.code);
  const { is, code } = verdictOf(answer.body);
  if (is === "refused") return refusedCall(code);
  return is === "approved" || is === "declined" ? { status: "ended" } : unanswered(code);
}
