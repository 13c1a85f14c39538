import type { Cents } from "../../money.ts";
import type { CardBrand } from "../../orders/rules/card-brands.ts";
import type { GatewayState } from "../rules/sweep.ts";
import type { CardData } from "./card-data.ts";

/**
 * The gateway's findings about a card. `code` is a generic word, never the gateway's own text. An
 * adapter never repeats a request.
 */
type ResultFields = {
  code: string;
  avs: string | null;
  cvv: string | null;
  brand: CardBrand | null;
  last4: string | null;
  retryable: false;
};

/**
 * `amountCents` is the approved amount, which may differ from the requested one.
 */
export type ApprovedResult = ResultFields & { status: "approved"; ref: string; amountCents: Cents };
/** The bank declined; nothing is held. */
export type DeclinedResult = ResultFields & { status: "declined"; ref: string; amountCents: Cents };
/**
 * The gateway refused the call and moved no money, for example because the key was used for another
 * call, the amount is out of bounds, or the secret is wrong.
 */
export type RefusedResult = ResultFields & { status: "error"; ref: null; amountCents: null };
/**
 * Whether money moved is unknown: no answer in time, a broken connection, a server error, a
 * malformed answer. Use `lookup`.
 */
export type Unknown = ResultFields & { status: "unknown"; ref: null; amountCents: null };
export type Result = ApprovedResult | DeclinedResult | RefusedResult | Unknown;
/**
 * The gateway reviews the payment before it approves or declines it; it may hold the money
 * meanwhile.
 */
export type HeldResult = ResultFields & { status: "held"; ref: string; amountCents: Cents };
/**
 * A page of the gateway on which the shopper pays. The browser goes to `address`, or sends `fields`
 * to it. The page can be opened until `until` (ms since epoch).
 */
export type HostedPage = {
  address: string;
  method: "GET" | "POST";
  fields: Readonly<Record<string, string>>;
  until: number;
};
/** The shopper pays on the gateway's page. `ref` is the gateway's reference of the page, if any. */
export type ElsewhereResult = ResultFields & { status: "elsewhere"; ref: string | null; amountCents: null; page: HostedPage };
/** The answer to `authorize`, without a hosted page. */
export type AuthorizeResult = Result | HeldResult;

/**
 * How money went back: `voided` released all of it before it was settled, `refunded` returned what
 * was captured. `amountCents` is what went back.
 */
export type GivenBackResult = ResultFields & { status: "voided" | "refunded"; ref: string; amountCents: Cents };
/** A part of a payment can go back only once the gateway has settled it, about `until` (ms). */
export type TooEarly = ResultFields & { status: "too_early"; ref: null; amountCents: null; until: number };
export type GiveBackResult = GivenBackResult | TooEarly | DeclinedResult | RefusedResult | Unknown;

export type NotFound = { status: "not_found" };

export type TransactionKind = "authorize" | "capture" | "void" | "refund";

/**
 * A transaction in the gateway's records. `authRef` is the `ref` of the authorisation that the
 * transaction belongs to. For an authorisation, `authRef` is its own `ref`.
 */
export type RecordedTransaction = ResultFields & {
  status: "approved" | "declined";
  key: string;
  kind: TransactionKind;
  state: GatewayState;
  ref: string;
  authRef: string;
  /** the capture of an authorisation; null if it was not captured, and for other kinds */
  captureRef: string | null;
  amountCents: Cents;
  capturedCents: Cents;
  refundedCents: Cents;
  /** whether the cardholder disputes the payment at the bank; absent: nothing is known of it */
  disputed?: boolean | undefined;
  /** ms since epoch */
  at: number;
};

/**
 * `transactions` may lack some that are not older than `completeUntil` (ms since epoch), since a
 * gateway may list a transaction late.
 */
export type Listing = { status: "listed"; transactions: readonly RecordedTransaction[]; completeUntil: number } | Unknown;

export type BillingAddress = {
  firstName: string;
  lastName: string;
  streetAddress1: string;
  city: string;
  postalCode: string;
  country: string;
  countryArea: string;
};

/**
 * `hosted`: a page of the gateway, from which the browser comes back to one of the addresses. The
 * payment is waited for until `until` (ms since epoch).
 */
export type PaymentMeans =
  | { card: CardData }
  | { token: string }
  | { hosted: { returnUrl: string; cancelUrl: string; until: number } };

/** The hard deadline of a call in ms; the adapter's default if absent. */
export type Deadline = { deadlineMs?: number };

export type Authorization = Deadline & {
  key: string;
  amountCents: Cents;
  currency: "USD";
  means: PaymentMeans;
  billing: BillingAddress;
  shipping: BillingAddress | null;
  email: string;
  phone: string | null;
  ip: string | null;
};

/**
 * Money to give back. Without a `captureRef`, all money that `authRef` holds is released, and a
 * payment that was captured meanwhile is refused as `already_captured`.
 */
export type GiveBack = Deadline & { key: string; authRef: string; captureRef: string | null; amountCents: Cents };

/**
 * `ref` is the gateway's reference of the transaction or page that the event is about, `reference`
 * the one that the shop's call was sent with; null if the event does not name it.
 */
export type WebhookEvent = { eventId: string; ref: string | null; reference: string | null };
/** Reads the event of a signed webhook; undefined if the signature is not the gateway's. */
export type WebhookReader = (rawBody: Buffer, header: (name: string) => string | undefined) => WebhookEvent | undefined;

/** `refused`: the gateway does not take this shop's calls; `text` names the variable to change. */
export type CheckResult = { status: "accepted" } | { status: "refused"; text: string } | Unknown;

/**
 * What an adapter can do. `tokens`: it accepts a token of its gateway instead of a card. `hosted`:
 * the origin of the gateway's page, if shoppers can pay there.
 */
export type Capabilities = { tokens: boolean; hosted?: string | undefined };

export type ClosePage = Deadline & { key: string };
/** `closed`: nobody can pay on the page any more. If refused, it may have been paid: look it up. */
export type ClosePageResult = { status: "closed" } | RefusedResult | Unknown;

/** The decision that ends the gateway's review of the payment with this `authRef`. */
export type ReviewEnd = Deadline & { key: string; authRef: string; approve: boolean };
/**
 * `ended`: the gateway took the decision. What became of the payment is looked up, since the bank
 * may still decline it.
 */
export type ReviewEndResult = { status: "ended" } | RefusedResult | Unknown;

/**
 * A card gateway. A call returns errors of the gateway or the network instead of throwing them. A
 * call inside a database transaction throws.
 */
export type Gateway = {
  capabilities: Capabilities;
  authorize(authorization: Authorization): Promise<AuthorizeResult | ElsewhereResult>;
  capture(capture: Deadline & { key: string; authRef: string; amountCents: Cents }): Promise<Result>;
  /** Releases or refunds money, whichever the gateway's records of the payment allow. */
  giveBack(money: GiveBack): Promise<GiveBackResult>;
  /**
   * A transaction by the key it was sent with, or by the gateway's reference. The payment of a page
   * that nobody has paid on is `not_found` or `declined`.
   */
  lookup(wanted: Deadline & ({ key: string } | { ref: string })): Promise<RecordedTransaction | NotFound | Unknown>;
  /** All transactions from `since` up to, but without, `until` (ms since epoch), oldest first. */
  list(period: Deadline & { since: number; until: number }): Promise<Listing>;
  /** Whether the gateway takes this shop's calls; moves no money. */
  check(call: Deadline): Promise<CheckResult>;
  /** Ends the page of an unpaid payment; absent: the gateway cannot be told. */
  closePage?: ((page: ClosePage) => Promise<ClosePageResult>) | undefined;
  /** Ends the review of a held payment; absent: only the gateway's own dashboard can. */
  endReview?: ((review: ReviewEnd) => Promise<ReviewEndResult>) | undefined;
  /** absent: the gateway sends no webhooks, or their secret is not set */
  webhook?: WebhookReader | undefined;
};

const noFindings = { avs: null, cvv: null, brand: null, last4: null, retryable: false } as const;

/** The result of a call without an answer: the money may have moved. `code` says why. */
export const unanswered = (code: string): Unknown => ({ status: "unknown", ref: null, amountCents: null, code, ...noFindings });

/** The answer of `giveBack` if the payment could not be looked up first, so nothing was sent. */
export const notSent = unanswered("not_sent");

/** The result of a call that the gateway did not carry out: no money moved. `code` says why. */
export const refusedCall = (code: string): RefusedResult => ({
  status: "error",
  ref: null,
  amountCents: null,
  code,
  ...noFindings,
});

/**
 * Wraps every adapter: no call starts inside a transaction, and card data is wiped once the gateway
 * has it.
 */
export function guarded(gateway: Gateway, refuseInsideTransaction: () => void): Gateway {
  const guard =
    <Call, Answer>(call: (request: Call) => Promise<Answer>) =>
    async (request: Call): Promise<Answer> => {
      refuseInsideTransaction();
      return call(request);
    };
  return {
    capabilities: gateway.capabilities,
    authorize: guard((authorization: Authorization) => gateway.authorize(authorization).finally(() => wipe(authorization.means))),
    capture: guard(gateway.capture),
    giveBack: guard(gateway.giveBack),
    lookup: guard(gateway.lookup),
    list: guard(gateway.list),
    check: guard(gateway.check),
    closePage: gateway.closePage && guard(gateway.closePage),
    endReview: gateway.endReview && guard(gateway.endReview),
    webhook: gateway.webhook,
  };
}

function wipe(means: PaymentMeans): void {
  if ("card" in means) means.card.wipe();
}
