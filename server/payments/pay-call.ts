import type { Tx } from "../db/tables.ts";
import type { FieldError, Outcome } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import type { PaymentMeans } from "./gateways/gateway.ts";
import type { Attempt } from "./queries/attempts.ts";
import type { Paid } from "./rules/attempt.ts";
import type { PaymentWork } from "./work.ts";

/** A press on Pay. */
export type PayCall = {
  checkoutId: string;
  visitor: Visitor;
  /** the id of the payment method without a card that was chosen; undefined for a card */
  meansId?: string | undefined;
  means: PaymentMeans | undefined;
  /** errors of the card form; only used when there is something to pay */
  cardErrors: readonly FieldError[];
  quote: string | undefined;
  /**
   * a client's key for this press: another press with the same key, checkout and quote gets the
   * same outcome
   */
  idempotencyKey: string | undefined;
  /** key of the pressed form, which makes one attempt at most */
  formKey: string | undefined;
  /** proof of work that was done for this payment, or the mailed link that replaces it */
  work: PaymentWork | undefined;
  /** the shopper's network address, for the limit on tries */
  address: string;
  /** when the call came in, ms: a quote shown later was not agreed to */
  arrivedAt: number;
  /** records a press of the staff, in the transaction that makes its attempt */
  record?: (tx: Tx) => Promise<unknown>;
};

/** What phase P (prepare.ts) has decided to do with the press. */
export type NextStep =
  | { step: "respond"; outcome: Outcome<Paid> }
  | { step: "wait"; attemptId: string }
  | { step: "resolve"; attempt: Attempt }
  | { step: "pay"; attempt: Attempt };
