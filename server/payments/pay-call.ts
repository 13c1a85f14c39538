import type { FieldError, Outcome } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import type { PaymentMeans } from "./gateways/gateway.ts";
import type { Attempt } from "./queries/attempts.ts";
import type { Paid } from "./rules/attempt.ts";

/** A press on Pay. */
export type PayCall = {
  checkoutId: string;
  visitor: Visitor;
  means: PaymentMeans | undefined;
  /** what is wrong with the card as it was typed; asked only when there is something to pay */
  cardErrors: readonly FieldError[];
  quote: string | undefined;
  /** a client's own name for this press: repeated, it replays the outcome */
  idempotencyKey: string | undefined;
  /** names the form that was pressed on: it makes one attempt at most */
  formKey: string | undefined;
  /** the shopper's network address, for the limit on tries */
  address: string;
  /** when the call came in, ms: a quote shown since then was not agreed to */
  arrivedAt: number;
};

/** What phase P decides of it. */
export type NextStep =
  | { step: "respond"; outcome: Outcome<Paid> }
  | { step: "wait"; attemptId: string }
  | { step: "resolve"; attempt: Attempt }
  | { step: "pay"; attempt: Attempt };
