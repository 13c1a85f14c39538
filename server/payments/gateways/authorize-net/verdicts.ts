import { rootCode, type TransactionAnswer, type TransactionResponse } from "./answers.ts";

/**
 * The gateway's verdict on a call that moves money. `held`: a person reviews it. `partial`: another
 * amount was approved, if it is known. `done`: the payment was captured or voided before. `code` is
 * the shop's own word.
 */
export type Verdict = { is: "approved" | "declined" | "held" | "partial" | "done" | "refused" | "unknown"; code: string };

type Codes = Readonly<Record<string, string>>;

/** Reasons of `responseCode` 2; with any other reason the code is `declined`. */
const declines: Codes = {
  "3": "call_the_bank",
  "4": "pick_up_card",
  "27": "avs_mismatch",
  "44": "incorrect_cvc",
  "45": "avs_or_cvc_mismatch",
  "65": "incorrect_cvc",
};

/** Reasons of `responseCode` 3 for which the card is to blame. */
const cardErrors: Codes = {
  "6": "incorrect_number",
  "7": "invalid_expiry",
  "8": "expired_card",
  "17": "card_not_accepted",
  "28": "card_not_accepted",
  "37": "incorrect_number",
  "78": "incorrect_cvc",
};

/** Reasons of `responseCode` 3 for which the gateway did nothing. */
const refusals: Codes = {
  "5": "invalid_amount",
  "13": "unauthorized",
  "33": "invalid_request",
  "54": "not_refundable",
  "155": "unsupported",
};

/** Codes at the root of an answer without a transaction, for which the gateway did nothing. */
export const rootRefusals: Codes = {
  E00003: "invalid_request",
  E00005: "unauthorized",
  E00007: "unauthorized",
  E00011: "not_permitted",
  E00013: "invalid_request",
};

/** Messages by which the gateway says that the payment was voided or captured before. */
const doneBefore: Codes = { "310": "already_voided", "311": "already_captured" };

const duplicate = "11";
const partlyApproved = "295";

/** Judges by the tables above. Whatever they do not name is unknown. */
export function verdictOf(answer: TransactionAnswer): Verdict {
  const response = answer.transactionResponse;
  if (!response) {
    const code = answer.messages.resultCode === "Error" ? rootRefusals[rootCode(answer) ?? ""] : undefined;
    return code === undefined ? unknown("bad_answer") : { is: "refused", code };
  }
  const done = response.messages.map(({ code }) => doneBefore[code]).find((code) => code !== undefined);
  if (done !== undefined) return { is: "done", code: done };
  if (response.responseCode === "1") return approval(answer, response);
  if (response.responseCode === "2") return { is: "declined", code: declines[reasonOf(response)] ?? "declined" };
  if (response.responseCode === "3") return error(reasonOf(response));
  return response.responseCode === "4" ? review(response) : unknown("bad_answer");
}

/** A transaction without a number, or made in test mode, holds no money. */
const isStored = ({ transId, testRequest }: TransactionResponse) => transId !== "0" && transId !== "" && testRequest !== "1";

function approval({ messages }: TransactionAnswer, response: TransactionResponse): Verdict {
  if (messages.resultCode !== "Ok" || response.errors.length > 0) return unknown("bad_answer");
  if (!isStored(response)) return unknown("test_mode");
  return isPartial(response) ? { is: "partial", code: "amount_mismatch" } : { is: "approved", code: "approved" };
}

function review(response: TransactionResponse): Verdict {
  if (!isStored(response)) return unknown("test_mode");
  return isPartial(response) ? { is: "partial", code: "amount_mismatch" } : { is: "held", code: "held_for_review" };
}

function error(reason: string): Verdict {
  const [cardError, refusal] = [cardErrors[reason], refusals[reason]];
  if (cardError !== undefined) return { is: "declined", code: cardError };
  if (refusal !== undefined) return { is: "refused", code: refusal };
  return unknown(reason === duplicate ? "duplicate" : "processing_error");
}

const reasonOf = ({ errors, messages }: TransactionResponse): string => errors[0]?.errorCode ?? messages[0]?.code ?? "";

const isPartial = (response: TransactionResponse) =>
  Boolean(response.splitTenderId) || response.prePaidCard?.approvedAmount != null || reasonOf(response) === partlyApproved;

const unknown = (code: string): Verdict => ({ is: "unknown", code });
