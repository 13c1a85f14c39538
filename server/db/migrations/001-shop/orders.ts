export const orderTables = `
CREATE TABLE counter (
  name TEXT PRIMARY KEY,
  value INT8 NOT NULL
);
INSERT INTO counter (name, value) VALUES ('order', 1000);
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  number INT8 NOT NULL UNIQUE,
  checkout_id TEXT NOT NULL UNIQUE REFERENCES checkout(id),
  customer_id TEXT REFERENCES customer(id),
  visitor TEXT,
  email TEXT NOT NULL,
  email_norm TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'placed' CHECK (state IN ('placed','canceled','fulfilled')),
  cancelation_requested INT8 NOT NULL DEFAULT 0 CHECK (cancelation_requested IN (0, 1)),
  cancel_reason TEXT,
  subtotal INT8 NOT NULL,
  discount INT8 NOT NULL CHECK (discount >= 0),
  shipping INT8 NOT NULL CHECK (shipping >= 0),
  tax INT8 NOT NULL CHECK (tax >= 0),
  total INT8 NOT NULL CHECK (total >= 0),
  currency TEXT NOT NULL DEFAULT 'USD',
  shipping_method TEXT NOT NULL,
  promo_code TEXT,
  brand TEXT,
  last4 TEXT,
  reported_at INT8,
  placed_at INT8 NOT NULL,
  fulfilled_at INT8,
  canceled_at INT8,
  CONSTRAINT orders_sum CHECK (total = subtotal - discount + shipping + tax)
);
CREATE INDEX orders_by_customer ON orders (customer_id, placed_at) WHERE customer_id IS NOT NULL;
CREATE INDEX orders_by_email ON orders (email_norm, placed_at);
CREATE INDEX orders_by_state ON orders (state, placed_at);
CREATE TABLE order_address (
  order_id TEXT NOT NULL REFERENCES orders(id),
  kind TEXT NOT NULL CHECK (kind IN ('shipping','billing')),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  street_address_1 TEXT NOT NULL,
  city TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  country TEXT NOT NULL,
  country_area TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (order_id, kind)
);
CREATE TABLE order_line (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders(id),
  position INT8 NOT NULL,
  product_id TEXT NOT NULL REFERENCES product(id),
  variant_id TEXT NOT NULL REFERENCES variant(id),
  product_slug TEXT NOT NULL,
  product_name TEXT NOT NULL,
  variant_name TEXT NOT NULL,
  picture TEXT NOT NULL DEFAULT '',
  quantity INT8 NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  gift INT8 NOT NULL DEFAULT 0 CHECK (gift IN (0, 1)),
  unit_price INT8 NOT NULL CHECK (unit_price >= 0),
  discount INT8 NOT NULL CHECK (discount >= 0),
  tax INT8 NOT NULL CHECK (tax >= 0),
  net INT8 NOT NULL CHECK (net >= 0),
  UNIQUE (order_id, position),
  CHECK (net = unit_price * quantity - discount)
);
CREATE INDEX order_line_by_variant ON order_line (variant_id);
CREATE INDEX order_line_by_product ON order_line (product_id);
CREATE TABLE order_event (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders(id),
  kind TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  at INT8 NOT NULL
);
CREATE INDEX order_event_by_order ON order_event (order_id, at);
CREATE TABLE ledger_entry (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders(id),
  event TEXT NOT NULL,
  account TEXT NOT NULL CHECK (account IN ('receivable','gateway','revenue','tax','shipping','discount')),
  amount INT8 NOT NULL,
  at INT8 NOT NULL,
  UNIQUE (order_id, event, account)
);
`;

export const workTables = `
CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting','done','failed')),
  tries INT8 NOT NULL DEFAULT 0,
  run_at INT8 NOT NULL,
  lease_until INT8 NOT NULL DEFAULT 0,
  failure TEXT NOT NULL DEFAULT '',
  created_at INT8 NOT NULL,
  done_at INT8,
  UNIQUE (kind, subject)
);
CREATE INDEX job_waiting ON job (run_at) WHERE state = 'waiting';
`;
