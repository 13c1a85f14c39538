import type { Cents } from "../../../money.ts";
import { brandNames, type CardBrand } from "../../../orders/rules/card-brands.ts";
import { cardBrand } from "../../rules/card.ts";
import type { GatewayState } from "../../rules/sweep.ts";
import type { ReferencedTransaction } from "../keyless.ts";
import type { NmiAction, NmiTransaction } from "./answers.ts";
import { conditions, failureOf } from "./verdicts.ts";

const holding: readonly string[] = ["auth", "sale", "offline"];
const taking: readonly string[] = ["capture", "sale", "offline"];
const returning: readonly string[] = ["refund", "credit"];

const actionsOf = ({ action }: NmiTransaction, types: readonly string[]): NmiAction[] =>
  action.filter(({ action_type }) => types.includes(action_type));

/** What the successful actions of these types moved together. */
const sumOf = (transaction: NmiTransaction, types: readonly string[]): Cents =>
  actionsOf(transaction, types).reduce((sum, { success, amount }) => (success ? sum + amount : sum), 0);

export const isPayment = (transaction: NmiTransaction): boolean => actionsOf(transaction, holding).length > 0;

/** Whether a transaction of its own returned money; a payment may contain refunds as actions. */
export const isRefund = (transaction: NmiTransaction): boolean =>
  !isPayment(transaction) && actionsOf(transaction, returning).length > 0;

/** All money that a payment held or took before it was voided. */
export const voidedCents = (payment: NmiTransaction): Cents => sumOf(payment, taking) || sumOf(payment, holding);

/** Amounts in another currency than the shop's are not its cents. */
export const isInDollars = ({ currency }: NmiTransaction): boolean => currency === "" || currency === "USD";

/** The refunds of a payment: they name it, or have its order ID. */
export const refundsOf = ({ transaction_id, order_id }: NmiTransaction, transactions: readonly NmiTransaction[]) =>
  transactions.filter((transaction) => {
    if (!isRefund(transaction)) return false;
    const { original_transaction_id: original } = transaction;
    return original === "" ? order_id !== "" && transaction.order_id === order_id : original === transaction_id;
  });

/**
 * A payment with what was captured and refunded of it; undefined if NMI does not know yet how it
 * ended, or if its actions contradict its condition.
 */
export function paymentOf(payment: NmiTransaction, refunds: readonly NmiTransaction[]): ReferencedTransaction | undefined {
  const heldCents = sumOf(payment, holding);
  const takenCents = sumOf(payment, taking);
  const refundedCents = sumOf(payment, returning) + refunds.reduce((sum, refund) => sum + refundedBy(refund), 0);
  const standing = conditions[payment.condition];
  if (standing === undefined || (standing === "declined") !== (heldCents === 0)) return undefined;
  const isTaken = standing === "captured" || standing === "settled";
  if (standing !== "voided" && isTaken !== takenCents > 0) return undefined;
  const [first] = actionsOf(payment, holding);
  return {
    ...findingsOf(payment, standing === "declined" ? first : undefined),
    kind: "authorize",
    state: isTaken ? takenState(takenCents, refundedCents) : standing,
    authRef: payment.transaction_id,
    captureRef: isTaken ? payment.transaction_id : null,
    amountCents: heldCents || (first?.amount ?? 0),
    capturedCents: isTaken ? takenCents : 0,
    refundedCents: isTaken ? refundedCents : 0,
    at: first?.date ?? 0,
  };
}

function takenState(takenCents: Cents, refundedCents: Cents): GatewayState {
  if (refundedCents === 0) return "captured";
  return refundedCents < takenCents ? "part_refunded" : "refunded";
}

const refundedBy = (refund: NmiTransaction): Cents => (refundState(refund) === "refunded" ? sumOf(refund, returning) : 0);

function refundState(refund: NmiTransaction): GatewayState | undefined {
  const standing = conditions[refund.condition];
  if (standing === "declined" || standing === "voided") return standing;
  return sumOf(refund, returning) > 0 ? "refunded" : undefined;
}

/** A refund that is a transaction of its own; undefined if its end is unknown. */
export function refundOf(refund: NmiTransaction, authRef: string): ReferencedTransaction | undefined {
  const state = refundState(refund);
  const [first] = actionsOf(refund, returning);
  if (!state || !first) return undefined;
  const findings = findingsOf(refund, state === "declined" ? first : undefined);
  return { ...findings, ...refundFields, state, authRef, amountCents: first.amount, at: first.date };
}

const refundFields = { kind: "refund", captureRef: null, capturedCents: 0, refundedCents: 0 } as const;

/**
 * The refunds that NMI records as actions of a payment, without a name. Those by the API are left
 * out, since the shop made them and knows them.
 */
export const refundActionsOf = (payment: NmiTransaction): ReferencedTransaction[] =>
  payment.action.flatMap(({ action_type, success, source, amount, date }, place) => {
    if (!isPayment(payment) || !returning.includes(action_type) || !success || source === "api") return [];
    const { transaction_id: authRef } = payment;
    const names = { reference: null, ref: `${authRef}:${place}`, authRef };
    return [{ ...findingsOf(payment), ...refundFields, ...names, state: "refunded", amountCents: amount, at: date }];
  });

/** `failed` is the action that failed, if the transaction did. */
function findingsOf(transaction: NmiTransaction, failed?: NmiAction) {
  const { order_id, transaction_id, avs_response, csc_response, cc_number } = transaction;
  return {
    status: failed ? "declined" : "approved",
    code: failed ? failureOf(failed.response_code, failed.response_text) : "approved",
    reference: order_id || null,
    ref: transaction_id,
    avs: avs_response || null,
    cvv: csc_response || null,
    brand: brandOf(transaction),
    last4: /\d{4}$/.exec(cc_number)?.[0] ?? null,
    retryable: false,
  } as const;
}

/** The card's kind by its first digits, or by the name that NMI has for it. */
function brandOf({ cc_bin, cc_type }: NmiTransaction): CardBrand | null {
  const name = cc_type.toLowerCase();
  if (cc_bin === "") return isBrand(name) ? name : null;
  return cardBrand(cc_bin);
}

const isBrand = (name: string): name is CardBrand => Object.hasOwn(brandNames, name);
