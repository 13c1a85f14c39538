import type { Cents } from "../../money.ts";
import type {
  Authorization,
  AuthorizeResult,
  Capabilities,
  CheckResult,
  ClosePageResult,
  Deadline,
  ElsewhereResult,
  GiveBack,
  GiveBackResult,
  NotFound,
  RecordedTransaction,
  Result,
  ReviewEnd,
  ReviewEndResult,
  Unknown,
  WebhookReader,
} from "./gateway.ts";

/**
 * A transaction as the gateway records it. `reference` is the reference that the call was sent
 * with; null for a transaction without one, such as a refund made at the gateway's dashboard.
 */
export type ReferencedTransaction = Omit<RecordedTransaction, "key"> & { reference: string | null };

export type ReferencedListing =
  | { status: "listed"; transactions: readonly ReferencedTransaction[]; completeUntil: number }
  | Unknown;

/**
 * A gateway that keeps no idempotency keys, so that a repeated call would move money twice;
 * `remembering` makes a `Gateway` of it. `reference` is a call's name of at most 20 characters of
 * `[A-Z2-7]`, by which the gateway can find it. An adapter stores nothing,
 * and only `giveBack` looks before it sends.
 */
export type KeylessGateway = {
  capabilities: Capabilities;
  authorize(authorization: Omit<Authorization, "key"> & { reference: string }): Promise<AuthorizeResult | ElsewhereResult>;
  capture(capture: Deadline & { reference: string; authRef: string; amountCents: Cents }): Promise<Result>;
  /**
   * Looks up the payment first. A settled payment is refunded. One that is not settled is voided if
   * all of it goes back; for a part, the answer is `too_early`.
   */
  giveBack(money: Omit<GiveBack, "key"> & { reference: string }): Promise<GiveBackResult>;
  /**
   * `ref`, if known, is the gateway's own reference of the wanted transaction, or of its page;
   * `sentAt` (ms since epoch), if known, is when the call with the reference was sent.
   */
  lookup(
    wanted: Deadline & ({ reference: string; ref?: string; sentAt?: number } | { ref: string }),
  ): Promise<ReferencedTransaction | NotFound | Unknown>;
  list(period: Deadline & { since: number; until: number }): Promise<ReferencedListing>;
  check(call: Deadline): Promise<CheckResult>;
  /** Ends the page of an unpaid payment; absent: the gateway cannot be told. */
  closePage?(page: Deadline & { reference: string; ref: string | null }): Promise<ClosePageResult>;
  /** Ends the review of a held payment; absent: only the gateway's own dashboard can. */
  endReview?(review: Omit<ReviewEnd, "key"> & { reference: string }): Promise<ReviewEndResult>;
  /** absent: the secret of the gateway's webhooks is not set */
  webhook?: WebhookReader | undefined;
};
