import { randomBytes } from "node:crypto";

export type Charge = {
  id: string;
  object: "charge";
  amount: number;
  amount_refunded: number;
  captured: boolean;
  disputed: boolean;
  status: "succeeded" | "failed";
  payment_intent: string;
  metadata: Record<string, string>;
  payment_method_details: { type: "card"; card: { brand: string; last4: string; checks: Record<string, string | null> } };
};
export type Intent = {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_capturable: number;
  amount_received: number;
  capture_method: "manual";
  currency: string;
  status: string;
  cancellation_reason: string | null;
  created: number;
  metadata: Record<string, string>;
  latest_charge: string | null;
  last_payment_error: { type: "card_error"; code: string; decline_code?: string } | null;
};
export type Session = {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid";
  client_reference_id: string | null;
  amount_total: number;
  currency: string;
  created: number;
  expires_at: number;
  url: string | null;
  success_url: string;
  cancel_url: string | null;
  payment_intent: string | null;
  intentMetadata: Record<string, string>;
};
export type Refund = {
  id: string;
  object: "refund";
  amount: number;
  currency: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
  payment_intent: string;
};

/** A refusal as Stripe words it. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: object;
  constructor(status: number, fields: { code?: string; type?: string; payment_intent?: object; decline_code?: string }) {
    super("refused");
    this.status = status;
    this.fields = { type: "invalid_request_error", message: "No such thing as the text of 4242424242424242.", ...fields };
  }
}

/** Cards that the bank declines, by Stripe's public test numbers. */
const declined: Readonly<Record<string, { code: string; decline_code?: string }>> = {
  "4000000000000002": { code: "card_declined", decline_code: "generic_decline" },
  "4000000000009995": { code: "card_declined", decline_code: "insufficient_funds" },
  "4000000000009979": { code: "card_declined", decline_code: "stolen_card" },
  "4000000000000069": { code: "expired_card" },
  "4000000000000127": { code: "incorrect_cvc" },
  "4000000000000119": { code: "processing_error" },
};
/** A card whose bank asks the shopper to confirm each payment. */
export const askingCard = "4000002760003184";
/** A card whose charge is disputed once it is captured. */
const disputedCard = "4000000000000259";

const brandOf = (card: string): string =>
  ({ "4": "visa", "5": "mastercard", "3": "amex", "6": "discover" })[card[0] ?? ""] ?? "unknown";

/** The payments of one Stripe account, with the rules that the real one is known to have. */
export class StripeAccount {
  readonly sessions: Session[] = [];
  readonly intents: Intent[] = [];
  readonly charges: Charge[] = [];
  readonly refunds: Refund[] = [];
  /** the status of refunds to come */
  refundStatus = "succeeded";
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get seconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  openSession(
    fields: Pick<
      Session,
      "client_reference_id" | "amount_total" | "expires_at" | "success_url" | "cancel_url" | "intentMetadata"
    > & { pages: string },
  ): Session {
    const { pages, ...given } = fields;
    const id = nameOf("cs_test");
    const session: Session = {
      ...given,
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      currency: "usd",
      created: this.seconds,
      url: `${pages}/c/pay/${id}`,
      payment_intent: null,
    };
    this.sessions.unshift(session);
    return session;
  }

  /** Ends pages whose time is over. */
  lapse(): void {
    for (const session of this.sessions)
      if (session.status === "open" && session.expires_at <= this.seconds) this.#end(session, "expired");
  }

  expire(id: string): Session {
    const session = this.session(id);
    if (session.status !== "open") throw new Refusal(400, {});
    this.#end(session, "expired");
    return session;
  }

  /** A shopper sends a card on the page. */
  pay(id: string, card: string): Intent | undefined {
    const session = this.session(id);
    if (session.status !== "open") return undefined;
    const intent = this.#intentOf(session);
    const decline = declined[card];
    if (card === askingCard) return Object.assign(intent, { status: "requires_action", last_payment_error: null });
    const charge = this.#charge(intent, card, decline ? "failed" : "succeeded");
    intent.latest_charge = charge.id;
    if (decline)
      return Object.assign(intent, { status: "requires_payment_method", last_payment_error: { type: "card_error", ...decline } });
    return this.#authorize(session, intent);
  }

  /** The shopper confirms a payment at the bank, or fails to. */
  authenticate(id: string, isSeen: boolean): Intent | undefined {
    const session = this.session(id);
    if (session.status !== "open") return undefined;
    const intent = this.#intentOf(session);
    if (intent.status !== "requires_action") return undefined;
    const last_payment_error = { type: "card_error" as const, code: "payment_intent_authentication_failure" };
    if (!isSeen) return Object.assign(intent, { status: "requires_payment_method", last_payment_error });
    intent.latest_charge = this.#charge(intent, askingCard, "succeeded").id;
    return this.#authorize(session, intent);
  }

  capture(id: string, wanted?: number): Intent {
    const intent = this.intent(id);
    if (intent.status !== "requires_capture") throw unexpected(intent);
    const cents = wanted ?? intent.amount_capturable;
    if (cents < 1 || cents > intent.amount_capturable) throw new Refusal(400, { code: "amount_too_large" });
    const charge = this.chargeOf(intent);
    charge.captured = true;
    charge.disputed = charge.payment_method_details.card.last4 === disputedCard.slice(-4);
    return Object.assign(intent, { status: "succeeded", amount_received: cents, amount_capturable: 0 });
  }

  cancel(id: string, cancellation_reason: string | null = null): Intent {
    const intent = this.intent(id);
    if (intent.status === "succeeded" || intent.status === "canceled" || intent.status === "processing") throw unexpected(intent);
    const charge = this.charges.find((one) => one.id === intent.latest_charge);
    if (charge?.status === "succeeded") charge.amount_refunded = charge.amount;
    return Object.assign(intent, { status: "canceled", amount_capturable: 0, cancellation_reason });
  }

  refund(id: string, wanted?: number, metadata: Record<string, string> = {}): Refund {
    const intent = this.intent(id);
    if (intent.status !== "succeeded") throw unexpected(intent);
    const charge = this.chargeOf(intent);
    const left = intent.amount_received - charge.amount_refunded;
    if (left === 0) throw new Refusal(400, { code: "charge_already_refunded" });
    if (charge.disputed) throw new Refusal(400, { code: "charge_disputed" });
    const amount = wanted ?? left;
    if (amount < 1 || amount > left) throw new Refusal(400, {});
    const status = this.refundStatus;
    if (status !== "failed") charge.amount_refunded += amount;
    const refund = {
      id: nameOf("re"),
      object: "refund",
      amount,
      currency: "usd",
      status,
      created: this.seconds,
      metadata,
      payment_intent: id,
    } as const;
    this.refunds.unshift(refund);
    return refund;
  }

  /** The bank sends a refund back. */
  failRefund(id: string): void {
    const refund = found(this.refunds, id);
    refund.status = "failed";
    this.chargeOf(this.intent(refund.payment_intent)).amount_refunded -= refund.amount;
  }

  session(id: string): Session {
    this.lapse();
    return found(this.sessions, id);
  }
  intent(id: string): Intent {
    return found(this.intents, id);
  }
  chargeOf({ latest_charge }: Intent): Charge {
    return found(this.charges, latest_charge ?? "");
  }

  /** A payment as another program made it in the same account. */
  addIntent(changed: Partial<Intent>): Intent {
    const intent: Intent = {
      id: nameOf("pi"),
      object: "payment_intent",
      amount: 4200,
      amount_capturable: 0,
      amount_received: 0,
      capture_method: "manual",
      currency: "usd",
      status: "requires_payment_method",
      cancellation_reason: null,
      created: this.seconds,
      metadata: {},
      latest_charge: null,
      last_payment_error: null,
      ...changed,
    };
    this.intents.unshift(intent);
    return intent;
  }

  #intentOf(session: Session): Intent {
    if (session.payment_intent) return this.intent(session.payment_intent);
    const intent = this.addIntent({ amount: session.amount_total, metadata: session.intentMetadata });
    session.payment_intent = intent.id;
    return intent;
  }

  #authorize(session: Session, intent: Intent): Intent {
    this.#end(session, "complete");
    return Object.assign(intent, { status: "requires_capture", amount_capturable: intent.amount, last_payment_error: null });
  }

  #end(session: Session, status: Session["status"]): void {
    session.status = status;
    session.url = null;
    const intent = this.intents.find(({ id }) => id === session.payment_intent);
    if (status === "expired" && intent) this.cancel(intent.id);
  }

  #charge(intent: Intent, card: string, status: Charge["status"]): Charge {
    const checks = { address_line1_check: null, address_postal_code_check: "pass", cvc_check: "pass" };
    const charge: Charge = {
      id: nameOf("ch"),
      object: "charge",
      amount: intent.amount,
      amount_refunded: 0,
      captured: false,
      disputed: false,
      status,
      payment_intent: intent.id,
      metadata: intent.metadata,
      payment_method_details: { type: "card", card: { brand: brandOf(card), last4: card.slice(-4), checks } },
    };
    this.charges.unshift(charge);
    return charge;
  }
}

const nameOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

const unexpected = (intent: Intent) => new Refusal(400, { code: "payment_intent_unexpected_state", payment_intent: intent });

function found<One extends { id: string }>(all: readonly One[], id: string): One {
  const one = all.find((each) => each.id === id);
  if (!one) throw new Refusal(404, { code: "resource_missing" });
  return one;
}
