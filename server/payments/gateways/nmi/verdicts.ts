/** What an answer of NMI says about the money, and the shop's generic word for why. */
export type Verdict = { is: "approved" | "declined" | "refused" | "unknown"; code: string };

/**
 * The verdicts by `response` and `response_code`. A combination that is not here is unknown. Code
 * 300 is not here, since only its text tells what happened (`gatewayRejections`).
 */
const verdicts: Readonly<Record<string, Verdict>> = {
  "1/100": { is: "approved", code: "approved" },
  "2/200": { is: "declined", code: "card_declined" },
  "2/201": { is: "declined", code: "do_not_honor" },
  "2/202": { is: "declined", code: "insufficient_funds" },
  "2/203": { is: "declined", code: "over_limit" },
  "2/204": { is: "declined", code: "not_permitted" },
  "2/220": { is: "declined", code: "incorrect_details" },
  "2/221": { is: "declined", code: "no_such_issuer" },
  "2/222": { is: "declined", code: "no_such_card" },
  "2/223": { is: "declined", code: "expired_card" },
  "2/224": { is: "declined", code: "invalid_expiry" },
  "2/225": { is: "declined", code: "incorrect_cvc" },
  "2/240": { is: "declined", code: "call_issuer" },
  "2/250": { is: "declined", code: "pick_up_card" },
  "2/251": { is: "declined", code: "lost_card" },
  "2/252": { is: "declined", code: "stolen_card" },
  "2/253": { is: "declined", code: "fraudulent_card" },
  "2/260": { is: "declined", code: "card_declined" },
  "2/261": { is: "declined", code: "stop_payments" },
  "2/262": { is: "declined", code: "stop_payments" },
  "2/263": { is: "declined", code: "update_card" },
  "2/264": { is: "declined", code: "retry_later" },
  "3/301": { is: "refused", code: "rate_limited" },
  "3/400": { is: "unknown", code: "processor_error" },
  "3/410": { is: "refused", code: "merchant_set_up_wrong" },
  "3/411": { is: "refused", code: "merchant_inactive" },
  "3/420": { is: "unknown", code: "processor_unreachable" },
  "3/421": { is: "unknown", code: "issuer_unreachable" },
  "3/430": { is: "unknown", code: "duplicate" },
  "3/440": { is: "refused", code: "invalid_format" },
  "3/441": { is: "refused", code: "invalid_details" },
  "3/460": { is: "refused", code: "feature_unavailable" },
  "3/461": { is: "refused", code: "unsupported_card" },
};

const wrongKey = /api key not found|authentication failed|invalid (security key|username)|authenticated user is invalid/i;

/**
 * What NMI itself rejects with code 300, by its text; the first that matches counts. A duplicate
 * may be this very payment, sent before, so its outcome is unknown.
 */
const gatewayRejections: readonly [RegExp, Verdict][] = [
  [/^duplicate transaction/i, { is: "unknown", code: "duplicate" }],
  [/invalid credit card number/i, { is: "declined", code: "incorrect_number" }],
  [/expir|ccexp/i, { is: "declined", code: "invalid_expiry" }],
  [/\b(cvv|cvc|security code)\b/i, { is: "declined", code: "incorrect_cvc" }],
  [/requires that the existing transaction be an auth|already been captured/i, { is: "refused", code: "already_captured" }],
  [/only transactions pending settlement can be voided/i, { is: "refused", code: "already_settled" }],
  [/exceeds the authorization amount/i, { is: "refused", code: "amount_exceeds_authorization" }],
  [/may not exceed the transaction balance/i, { is: "refused", code: "amount_exceeds_capture" }],
  [/invalid transaction id|transaction not found/i, { is: "refused", code: "no_such_transaction" }],
  [wrongKey, { is: "refused", code: "unauthorized" }],
];

const rejectedByGateway: Verdict = { is: "refused", code: "rejected_by_gateway" };
const unnamed: Verdict = { is: "unknown", code: "bad_answer" };

type Answered = { response: string; response_code: string; responsetext: string };

export function verdictOf({ response, response_code, responsetext }: Answered): Verdict {
  if (response === "3" && response_code === "300")
    return gatewayRejections.find(([text]) => text.test(responsetext))?.[1] ?? rejectedByGateway;
  return verdicts[`${response}/${response_code}`] ?? unnamed;
}

/** Why a transaction of the records failed, by the code and text of its action. */
export function failureOf(response_code: string, responsetext: string): string {
  const verdict = ["2", "3"].map((response) => verdictOf({ response, response_code, responsetext }));
  return verdict.find(({ code }) => code !== unnamed.code)?.code ?? "declined";
}

/** Why `query.php` answers with an error instead of records. */
export function queryErrorOf(text: string): "unauthorized" | "records_switched_off" | "records_unavailable" {
  if (wrongKey.test(text)) return "unauthorized";
  return /query api|permission|not (allowed|enabled)|access denied/i.test(text) ? "records_switched_off" : "records_unavailable";
}

/** How a transaction stands by its `condition`; a condition that is not here is undecided. */
export const conditions: Readonly<Record<string, "authorized" | "captured" | "settled" | "declined" | "voided">> = {
  // "Auth only" transactions that await their capture.
  pending: "authorized",
  pendingsettlement: "captured",
  complete: "settled",
  failed: "declined",
  abandoned: "declined",
  canceled: "voided",
};
