import { luhn } from "../../../server/payments/rules/card.ts";

/** What was done to a transaction. */
export type Action = { type: string; cents: number; at: number; success: boolean; code: string; text: string; source: string };

export type Transaction = {
  id: string;
  orderId: string;
  originalId: string;
  condition: string;
  currency: string;
  maskedNumber: string;
  /** the first six digits of the card */
  bin: string;
  avs: string;
  csc: string;
  actions: Action[];
};

export type Outcome = { response: "1" | "2" | "3"; code: string; text: string };

export const approved: Outcome = { response: "1", code: "100", text: "SUCCESS" };
export const refused = (text: string): Outcome => ({ response: "3", code: "300", text: `${text} REFID:3187654321` });
const declined = (code: string): Outcome => ({ response: "2", code, text: "DECLINE" });

/** Test cards whose authorisation ends otherwise than with an approval. */
const outcomeCards: ReadonlyMap<string, Outcome> = new Map([
  ["4000000000000002", declined("200")],
  ["4000000000009995", declined("202")],
  ["4000000000000069", declined("223")],
  ["4000000000000127", declined("225")],
  ["4000000000000119", { response: "3", code: "400", text: "Transaction error returned by processor" }],
  ["9999990000000121", approved],
]);
const partialCard = "9999990000000121";
const undecidedCard = "4000000000000119";

export const centsOf = (amount: string) => Math.round(Number(amount) * 100);
export const decimal = (cents: number) => (cents / 100).toFixed(2);

/** How the authorization of a card ends, and for how much. */
export function authorizationOutcome(number: string, askedCents: number) {
  // NMI's own test accounts decline amounts under a dollar.
  const outcome = askedCents < 100 ? declined("200") : (outcomeCards.get(number) ?? approved);
  const cents = number === partialCard ? Math.floor(askedCents / 2) : askedCents;
  return { outcome, cents, failedCondition: number === undecidedCard ? "unknown" : "failed" };
}

export const masked = (number: string) => `${number.slice(0, 1)}${"x".repeat(Math.max(0, number.length - 5))}${number.slice(-4)}`;
export const isAmount = (text: string) => /^\d{1,7}\.\d\d$/.test(text);

/** What is wrong with the fields of an authorisation. */
export function authorizationFault(form: URLSearchParams): Outcome | undefined {
  if (!luhn(form.get("ccnumber") ?? "")) return refused("Invalid Credit Card Number");
  if (!/^(0[1-9]|1[0-2])\d\d$/.test(form.get("ccexp") ?? "")) return refused("Invalid Expiration Date");
  if (!/^\d{3,4}$/.test(form.get("cvv") ?? "")) return refused("CVV must be 3 or 4 digits");
  if (!isAmount(form.get("amount") ?? "")) return { response: "3", code: "440", text: "Transaction format error" };
  return form.get("payment") === "creditcard" ? undefined : refused("Invalid Payment Type");
}

export const sumOf = ({ actions }: Transaction, types: readonly string[]) =>
  actions.reduce((sum, { type, cents, success }) => (success && types.includes(type) ? sum + cents : sum), 0);

export const balanceOf = (payment: Transaction) => sumOf(payment, ["capture", "sale"]) || sumOf(payment, ["auth"]);

export function followFault(
  type: "capture" | "void" | "refund",
  payment: Transaction,
  cents: number,
  refundedCents: number,
): Outcome | undefined {
  const { condition } = payment;
  if (type === "capture") {
    if (condition !== "pending") return refused("A capture requires that the existing transaction be an AUTH");
    const exceeds = `The specified amount of ${decimal(cents)} exceeds the authorization amount of ${decimal(balanceOf(payment))}`;
    return cents > balanceOf(payment) ? refused(exceeds) : undefined;
  }
  if (type === "void")
    return condition === "pending" || condition === "pendingsettlement"
      ? undefined
      : refused("Only transactions pending settlement can be voided");
  if (condition !== "complete") return refused("Only settled transactions can be refunded");
  return cents > balanceOf(payment) - refundedCents ? refused("Refund amount may not exceed the transaction balance") : undefined;
}
