export const checkoutTables = `
CREATE TABLE shipping_method (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  countries TEXT NOT NULL,
  price INT8 NOT NULL CHECK (price >= 0),
  free_from INT8,
  position INT8 NOT NULL DEFAULT 0,
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
);
CREATE TABLE tax_rate (
  country TEXT NOT NULL,
  area TEXT NOT NULL,
  rate_ppm INT8 NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  PRIMARY KEY (country, area)
);
CREATE TABLE promo (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('percent','amount','shipping')),
  amount INT8 NOT NULL DEFAULT 0 CHECK (amount >= 0),
  minimum INT8 NOT NULL DEFAULT 0,
  usage_limit INT8,
  used INT8 NOT NULL DEFAULT 0,
  once_per_customer INT8 NOT NULL DEFAULT 0 CHECK (once_per_customer IN (0, 1)),
  starts_at INT8 NOT NULL,
  ends_at INT8 NOT NULL,
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  demo INT8 NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
  CONSTRAINT promo_limit CHECK (used >= 0 AND (usage_limit IS NULL OR used <= usage_limit))
);
CREATE TABLE gift_rule (
  id TEXT PRIMARY KEY,
  threshold INT8 NOT NULL CHECK (threshold >= 0),
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
);
CREATE TABLE gift_rule_product (
  rule_id TEXT NOT NULL REFERENCES gift_rule(id),
  product_id TEXT NOT NULL REFERENCES product(id),
  PRIMARY KEY (rule_id, product_id)
);
CREATE TABLE checkout (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open','paying','completed','abandoned')),
  customer_id TEXT REFERENCES customer(id),
  visitor TEXT,
  email TEXT NOT NULL DEFAULT '',
  same_as_shipping INT8 NOT NULL DEFAULT 1 CHECK (same_as_shipping IN (0, 1)),
  save_for_later INT8 NOT NULL DEFAULT 0 CHECK (save_for_later IN (0, 1)),
  shipping_method_id TEXT REFERENCES shipping_method(id),
  promo_id TEXT REFERENCES promo(id),
  quote_id TEXT,
  order_id TEXT,
  notice TEXT NOT NULL DEFAULT '',
  created_at INT8 NOT NULL,
  updated_at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  CHECK ((state = 'completed') = (order_id IS NOT NULL))
);
CREATE INDEX checkout_by_state ON checkout (state, updated_at);
CREATE INDEX checkout_by_customer ON checkout (customer_id) WHERE customer_id IS NOT NULL;
CREATE TABLE checkout_line (
  id TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  variant_id TEXT NOT NULL REFERENCES variant(id),
  quantity INT8 NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  gift INT8 NOT NULL DEFAULT 0 CHECK (gift IN (0, 1)),
  at INT8 NOT NULL,
  UNIQUE (checkout_id, variant_id, gift),
  CHECK (gift = 0 OR quantity = 1)
);
CREATE UNIQUE INDEX checkout_line_one_gift ON checkout_line (checkout_id) WHERE gift = 1;
CREATE TABLE checkout_address (
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  kind TEXT NOT NULL CHECK (kind IN ('shipping','billing')),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  street_address_1 TEXT NOT NULL,
  city TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  country TEXT NOT NULL,
  country_area TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (checkout_id, kind)
);
CREATE TABLE quote (
  id TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  total INT8 NOT NULL CHECK (total >= 0),
  breakdown TEXT NOT NULL,
  at INT8 NOT NULL
);
CREATE INDEX quote_by_checkout ON quote (checkout_id, at);
CREATE TABLE promo_redemption (
  id TEXT PRIMARY KEY,
  promo_id TEXT NOT NULL REFERENCES promo(id),
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  email_norm TEXT NOT NULL,
  once_email TEXT,
  state TEXT NOT NULL CHECK (state IN ('pending','used')),
  at INT8 NOT NULL,
  UNIQUE (promo_id, checkout_id),
  UNIQUE (promo_id, once_email)
);
`;

export const paymentTables = `
CREATE TABLE attempt (
  id TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  n INT8 NOT NULL CHECK (n >= 1),
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('card','none')),
  state TEXT NOT NULL CHECK (state IN ('created','sent','unknown','authorized','finalized','captured','declined','not_found','voiding','voided','refunding','part_refunded','refunded')),
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
  refusal TEXT,
  lease_until INT8 NOT NULL,
  sent_at INT8,
  created_at INT8 NOT NULL,
  updated_at INT8 NOT NULL,
  UNIQUE (checkout_id, n)
);
CREATE UNIQUE INDEX attempt_one_live ON attempt (checkout_id) WHERE state IN ('created','sent','unknown','authorized');
CREATE INDEX attempt_by_state ON attempt (state, lease_until);
CREATE TABLE attempt_reservation (
  attempt_id TEXT NOT NULL REFERENCES attempt(id),
  variant_id TEXT NOT NULL REFERENCES variant(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (attempt_id, variant_id)
);
CREATE INDEX attempt_reservation_by_variant ON attempt_reservation (variant_id);
CREATE TABLE idempotency_key (
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  key TEXT NOT NULL,
  attempt_id TEXT NOT NULL REFERENCES attempt(id),
  at INT8 NOT NULL,
  PRIMARY KEY (checkout_id, key)
);
`;
