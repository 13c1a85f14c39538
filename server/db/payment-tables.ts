import type { Generated } from "kysely";
import type { RefusalCode } from "../outcome.ts";
import type { Time } from "./column-types.ts";

export type AttemptState =
  | "created"
  | "sent"
  | "unknown"
  /** the shopper pays on a page of the gateway */
  | "elsewhere"
  /** the gateway reviews the payment before it approves or declines it */
  | "held"
  | "authorized"
  | "finalized"
  | "captured"
  | "declined"
  | "not_found"
  | "voiding"
  | "voided"
  | "refunding"
  | "part_refunded"
  | "refunded";

type AttemptTable = {
  id: string;
  checkout_id: string;
  n: number;
  /**
   * the gateway's idempotency key, `{shopId}-{checkoutId}-{n}`; `{checkoutId}-{n}` for attempts
   * made before the shop had an id
   */
  key: string;
  /** `manual`: by a payment method without a card; `none`: nothing to pay */
  kind: "card" | "none" | "manual";
  state: AttemptState;
  amount: number;
  /** JSON of the order snapshot */
  snapshot: string;
  order_id: string;
  auth_ref: string | null;
  capture_ref: string | null;
  /** the reference of the void that released the held money; null until then */
  void_ref: Generated<string | null>;
  /** fixed before the gateway is first asked to capture; null until then */
  capture_amount: Generated<number | null>;
  brand: string | null;
  last4: string | null;
  avs: string | null;
  cvv: string | null;
  code: string | null;
  /** why the attempt made no order; null if it made an order or still may */
  refusal_code: Extract<RefusalCode, "declined" | "failed" | "unpaid" | "order_closed"> | null;
  /**
   * when the personal data of the attempt was emptied. An order's new email empties the snapshot
   * alone, and sets no time.
   */
  erased_at: Generated<Time | null>;
  /** JSON of the gateway's page, from when it is made until the payment is decided */
  page: Generated<string | null>;
  /** until when a payment on the gateway's page is waited for; null for other payments */
  hold_until: Generated<Time | null>;
  /** when the gateway began to review the payment; null if it did not */
  held_at: Generated<Time | null>;
  /** until when a decision on the review is being sent to the gateway; null if none is */
  review_until: Generated<Time | null>;
  lease_until: Time;
  sent_at: Time | null;
  created_at: Time;
  updated_at: Time;
};

type AttemptReservationTable = { attempt_id: string; variant_id: string; quantity: number };

type IdempotencyKeyTable = { checkout_id: string; key: string; attempt_id: string; at: Time };

/**
 * The payment for which an `Idempotency-Key` was first sent; `quote` is empty if that payment named
 * no quote.
 */
type KeyFingerprintTable = { key: string; checkout_id: string; quote: string; at: Time };

/**
 * A key of a native payment form that was sent, with the attempt that it led to. `attempt_id` is
 * null if the answer was that the total differs from the agreed total.
 */
type FormKeyTable = { checkout_id: string; key: string; attempt_id: string | null; at: Time };

/** One row: the id of this shop's database, which is part of each key sent to the gateway. */
type ShopIdentityTable = { single: 1; id: string; created_at: Time };

/** One row: the gateway's transactions up to `swept_until` have been compared with the attempts. */
type GatewaySweepTable = {
  single: 1;
  swept_until: Time;
  week_swept_at: Time;
  lease_until: Time;
  /** when the database was restored; null once its payments were compared with the gateway's */
  restored_at: Generated<Time | null>;
};

/** An authorization at the gateway that holds or held money without an order in this shop. */
type OrphanAuthorizationTable = {
  /** the gateway's reference */
  ref: string;
  /** part of the keys of the calls that return the money */
  id: string;
  key: string;
  /**
   * `ended`: its attempt made no order. `duplicate`: its attempt has another authorization. `lost`:
   * this shop's key without an attempt. `foreign`: another shop's key
   */
  reason: "ended" | "duplicate" | "lost" | "foreign";
  attempt_id: string | null;
  amount: number;
  /** `accepted`: the owner leaves it unchanged */
  state: "reported" | "accepted" | "returning" | "voided" | "refunded";
  authorized_at: Time;
  found_at: Time;
  updated_at: Time;
  /** the card's brand, as the gateway names it; null if it does not */
  brand: Generated<string | null>;
  last4: Generated<string | null>;
};

export type OrphanAccount = "held" | "gateway" | "cardholder";

type OrphanLedgerEntryTable = { id: string; ref: string; event: string; account: OrphanAccount; amount: number; at: Time };

/**
 * A call to a gateway that keeps no idempotency keys, stored before it is sent. The fields of the
 * answer are null until the gateway has answered.
 */
type GatewayCallTable = {
  /** the reference that the gateway keeps with the call */
  reference: string;
  key: string;
  kind: "authorize" | "capture" | "give_back";
  auth_ref: string | null;
  amount: number;
  sent_at: Time;
  status: string | null;
  /** the gateway's own reference */
  ref: string | null;
  answer_amount: number | null;
  code: string | null;
  avs: string | null;
  cvv: string | null;
  answered_at: Time | null;
};

/** The event of a gateway's webhook that was handled; it is not handled again. */
type GatewayEventTable = { adapter: string; event_id: string; at: Time };

/** A payment method without a card, as the owner sets it. */
type PaymentMeansTable = {
  id: string;
  name: string;
  /** Markdown: what the shopper has to do */
  instructions: string;
  /** days from the order until it is canceled unpaid */
  term_days: number;
  /** 1: orders are packed before they are paid */
  ships_unpaid: Generated<0 | 1>;
  position: Generated<number>;
  active: Generated<0 | 1>;
};

export type PaymentTables = {
  attempt: AttemptTable;
  attempt_reservation: AttemptReservationTable;
  idempotency_key: IdempotencyKeyTable;
  key_fingerprint: KeyFingerprintTable;
  form_key: FormKeyTable;
  shop_identity: ShopIdentityTable;
  gateway_sweep: GatewaySweepTable;
  orphan_authorization: OrphanAuthorizationTable;
  orphan_ledger_entry: OrphanLedgerEntryTable;
  gateway_call: GatewayCallTable;
  gateway_event: GatewayEventTable;
  payment_means: PaymentMeansTable;
};
