import { neverChanged, type Part } from "./part.ts";

/** Payments, the keys that prevent double payments, and money that the gateway sweep found. */
export const payments: Part = {
  tables: `
-- A payment. capture_amount is settled before the gateway is first asked to capture.
CREATE TABLE attempt (
  id TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  n INT8 NOT NULL CHECK (n >= 1),
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('card','none')),
  state TEXT NOT NULL CHECK (state IN (
    'created','sent','unknown','authorized','finalized','captured','declined','not_found',
    'voiding','voided','refunding','part_refunded','refunded'
  )),
  amount INT8 NOT NULL CHECK (amount >= 0),
  snapshot TEXT NOT NULL,
  order_id TEXT NOT NULL UNIQUE,
  auth_ref TEXT,
  capture_ref TEXT,
  brand TEXT,
  last4 TEXT,
  avs TEXT,
  cvv TEXT,
  code TEXT,
  lease_until INT8 NOT NULL,
  sent_at INT8,
  created_at INT8 NOT NULL,
  updated_at INT8 NOT NULL,
  refusal_code TEXT,
  capture_amount INT8 CHECK (capture_amount > 0),
  erased_at INT8,
  void_ref TEXT,
  UNIQUE (checkout_id, n)
);
CREATE INDEX attempt_by_auth_ref ON attempt (auth_ref);
CREATE INDEX attempt_by_capture_ref ON attempt (capture_ref) WHERE capture_ref IS NOT NULL;
CREATE INDEX attempt_by_state ON attempt (state, lease_until);
CREATE INDEX attempt_by_void_ref ON attempt (void_ref) WHERE void_ref IS NOT NULL;
CREATE INDEX attempt_returned ON attempt (updated_at) WHERE erased_at IS NULL AND refusal_code IS NOT NULL AND state IN ('voided','refunded');
CREATE INDEX attempt_without_order ON attempt (updated_at) WHERE erased_at IS NULL AND state IN ('declined','not_found');
CREATE UNIQUE INDEX attempt_one_live ON attempt (checkout_id) WHERE state IN ('created','sent','unknown','authorized');

CREATE TABLE attempt_reservation (
  attempt_id TEXT NOT NULL REFERENCES attempt(id),
  variant_id TEXT NOT NULL REFERENCES variant(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (attempt_id, variant_id)
);
CREATE INDEX attempt_reservation_by_variant ON attempt_reservation (variant_id);

-- Keys of forms on which Pay was pressed; without an attempt where the answer was another total.
CREATE TABLE form_key (
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  key TEXT NOT NULL,
  attempt_id TEXT REFERENCES attempt(id),
  at INT8 NOT NULL,
  PRIMARY KEY (checkout_id, key)
);
CREATE INDEX form_key_by_age ON form_key (at);

-- What each Idempotency-Key was first sent for; never anything of a card.
CREATE TABLE key_fingerprint (
  key TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  quote TEXT NOT NULL,
  at INT8 NOT NULL
);
CREATE INDEX key_fingerprint_by_age ON key_fingerprint (at);
CREATE INDEX key_fingerprint_by_checkout ON key_fingerprint (checkout_id);

CREATE TABLE idempotency_key (
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  key TEXT NOT NULL,
  attempt_id TEXT NOT NULL REFERENCES attempt(id),
  at INT8 NOT NULL,
  PRIMARY KEY (checkout_id, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (at);
CREATE INDEX idempotency_key_by_attempt ON idempotency_key (attempt_id);

-- This database's own id, part of each key that it gives the gateway.
CREATE TABLE shop_identity (
  single INT8 NOT NULL PRIMARY KEY CHECK (single = 1),
  id TEXT NOT NULL,
  created_at INT8 NOT NULL
);

-- Until when the gateway's transactions were compared.
CREATE TABLE gateway_sweep (
  single INT8 NOT NULL PRIMARY KEY CHECK (single = 1),
  swept_until INT8 NOT NULL,
  week_swept_at INT8 NOT NULL,
  lease_until INT8 NOT NULL,
  restored_at INT8
);

-- Money at the gateway that paid for no order here, with a ledger of its own.
CREATE TABLE orphan_authorization (
  ref TEXT NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('ended','duplicate','lost','foreign')),
  attempt_id TEXT REFERENCES attempt(id),
  amount INT8 NOT NULL CHECK (amount >= 0),
  state TEXT NOT NULL CHECK (state IN ('reported','accepted','returning','voided','refunded')),
  authorized_at INT8 NOT NULL,
  found_at INT8 NOT NULL,
  updated_at INT8 NOT NULL,
  brand TEXT,
  last4 TEXT
);
CREATE INDEX orphan_authorization_by_change ON orphan_authorization (updated_at);
CREATE INDEX orphan_authorization_by_key ON orphan_authorization (key);
CREATE INDEX orphan_authorization_by_state ON orphan_authorization (state, found_at);

CREATE TABLE orphan_ledger_entry (
  id TEXT NOT NULL PRIMARY KEY,
  ref TEXT NOT NULL REFERENCES orphan_authorization(ref),
  event TEXT NOT NULL,
  account TEXT NOT NULL CHECK (account IN ('held','gateway','cardholder')),
  amount INT8 NOT NULL,
  at INT8 NOT NULL,
  UNIQUE (ref, event, account)
);
`,
  rows: [
    // The first sweep is in an hour.
    { table: "gateway_sweep", rows: () => [{ single: 1, swept_until: Date.now(), week_swept_at: 0, lease_until: 0 }] },
  ],
  own: neverChanged("orphan_ledger_entry"),
};
