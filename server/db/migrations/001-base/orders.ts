import { neverChanged, type Part, refuseWith } from "./part.ts";

/** The requested values of a refund never change, and it is decided only once. */
const requested = ["order_id", "n", "key", "amount", "actor", "requested_at"];
const rewritten = (is: string) =>
  ["OLD.state <> 'requested'", ...requested.map((column) => `OLD.${column} ${is} NEW.${column}`)].join(" OR ");

const placedAt = "(SELECT o.placed_at FROM orders o WHERE o.id = NEW.order_id)";
const unchanged = neverChanged("ledger_entry", "order_edit", "order_refund_line");

const sqlite = [
  "CREATE INDEX order_address_by_last_name ON order_address (lower(last_name))",
  "CREATE INDEX order_address_by_full_name ON order_address (lower(first_name || ' ' || last_name), order_id)",
  ...unchanged.sqlite,
  // The time of sale of a new line can be set only once.
  `CREATE TRIGGER order_line_kept_UPDATE BEFORE UPDATE ON order_line WHEN OLD.sold_at IS NOT NULL
   ${refuseWith("order_line is written once")}`,
  `CREATE TRIGGER order_line_kept_DELETE BEFORE DELETE ON order_line ${refuseWith("order_line is written once")}`,
  `CREATE TRIGGER order_line_sold AFTER INSERT ON order_line WHEN NEW.sold_at IS NULL
   BEGIN UPDATE order_line SET sold_at = ${placedAt} WHERE id = NEW.id; END`,
  `CREATE TRIGGER order_refund_kept_UPDATE BEFORE UPDATE ON order_refund WHEN ${rewritten("IS NOT")}
   ${refuseWith("order_refund is written once")}`,
  `CREATE TRIGGER order_refund_kept_DELETE BEFORE DELETE ON order_refund ${refuseWith("order_refund is written once")}`,
];

const refuse = "EXECUTE FUNCTION refuse_rewrite()";
const postgres = [
  "CREATE INDEX orders_by_email_start ON orders (email_norm text_pattern_ops)",
  "CREATE INDEX order_address_by_last_name ON order_address (lower(last_name) text_pattern_ops)",
  "CREATE INDEX order_address_by_full_name ON order_address (lower(first_name || ' ' || last_name) text_pattern_ops)",
  ...unchanged.postgres,
  ...neverChanged("order_line").postgres,
  `CREATE FUNCTION set_sold_at() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN NEW.sold_at := ${placedAt}; RETURN NEW; END $$`,
  `CREATE TRIGGER order_line_sold BEFORE INSERT ON order_line FOR EACH ROW WHEN (NEW.sold_at IS NULL)
   EXECUTE FUNCTION set_sold_at()`,
  `CREATE TRIGGER order_refund_kept BEFORE UPDATE ON order_refund FOR EACH ROW
   WHEN (${rewritten("IS DISTINCT FROM")}) ${refuse}`,
  `CREATE TRIGGER order_refund_kept_delete BEFORE DELETE ON order_refund FOR EACH ROW ${refuse}`,
];

/** Orders, their ledger, and later edits, shipments, refunds and returns. */
export const orders: Part = {
  tables: `
CREATE TABLE counter (
  name TEXT PRIMARY KEY,
  value INT8 NOT NULL
);

-- Amounts are as sold; what was changed and refunded since has tables of its own.
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
  delivery_from TEXT,
  delivery_to TEXT,
  carrier TEXT,
  tracking TEXT,
  edit_count INT8 NOT NULL DEFAULT 0,
  refund_count INT8 NOT NULL DEFAULT 0,
  return_count INT8 NOT NULL DEFAULT 0,
  erased_at INT8,
  shipping_tax INT8 NOT NULL DEFAULT 0,
  review_invited_at INT8,
  shipment_count INT8 NOT NULL DEFAULT 0,
  taken_by TEXT,
  shipping_tax_ppm INT8,
  order_note TEXT NOT NULL DEFAULT '',
  CONSTRAINT orders_sum CHECK (total = subtotal - discount + shipping + tax)
);
CREATE INDEX orders_by_customer ON orders (customer_id, placed_at) WHERE customer_id IS NOT NULL;
CREATE INDEX orders_by_email ON orders (email_norm, placed_at, number);
CREATE INDEX orders_by_phone ON orders (number) WHERE taken_by IS NOT NULL;
CREATE INDEX orders_by_phone_and_state ON orders (state, number) WHERE taken_by IS NOT NULL;
CREATE INDEX orders_by_state ON orders (state, placed_at, total);
CREATE INDEX orders_by_state_and_number ON orders (state, number);
CREATE INDEX orders_by_visitor ON orders (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX orders_to_invite ON orders (fulfilled_at) WHERE state = 'fulfilled' AND review_invited_at IS NULL;
CREATE INDEX orders_with_names ON orders (placed_at) WHERE erased_at IS NULL;
CREATE INDEX orders_with_visitor ON orders (placed_at) WHERE visitor IS NOT NULL;

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
  tax_ppm INT8,
  sold_at INT8,
  UNIQUE (order_id, position),
  CHECK (net = unit_price * quantity - discount)
);
CREATE INDEX order_line_by_product ON order_line (product_id, order_id, sold_at, quantity, net, tax);
CREATE INDEX order_line_by_variant ON order_line (variant_id);

CREATE TABLE order_event (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders(id),
  kind TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  at INT8 NOT NULL,
  actor TEXT
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

-- A browser in which a mailed link was followed sees that order for a limited time.
CREATE TABLE order_grant (
  visitor TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders(id),
  until INT8 NOT NULL,
  PRIMARY KEY (visitor, order_id)
);
CREATE INDEX order_grant_by_end ON order_grant (until);
CREATE INDEX order_grant_by_order ON order_grant (order_id);

-- The token of an order's mailed link, as a hash.
CREATE TABLE order_token (
  hash TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders(id),
  created_at INT8 NOT NULL
);
CREATE INDEX order_token_by_order ON order_token (order_id);

-- Units that were taken out before they shipped.
CREATE TABLE order_edit (
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  net INT8 NOT NULL CHECK (net >= 0),
  tax INT8 NOT NULL CHECK (tax >= 0),
  actor TEXT NOT NULL,
  at INT8 NOT NULL,
  PRIMARY KEY (order_id, n)
);

CREATE TABLE order_refund (
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  key TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('requested','refunded','withdrawn')),
  amount INT8 NOT NULL CHECK (amount > 0),
  products INT8 NOT NULL,
  shipping INT8 NOT NULL,
  tax INT8 NOT NULL,
  owed INT8 NOT NULL,
  actor TEXT NOT NULL,
  requested_at INT8 NOT NULL,
  decided_at INT8,
  sent_at INT8,
  refused_by TEXT,
  refusal_code TEXT,
  settled_event TEXT,
  ref TEXT,
  PRIMARY KEY (order_id, n),
  CHECK (amount = products + shipping + tax + owed)
);
CREATE INDEX order_refund_by_ref ON order_refund (ref) WHERE ref IS NOT NULL;

CREATE TABLE order_refund_line (
  order_id TEXT NOT NULL,
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  net INT8 NOT NULL CHECK (net >= 0),
  tax INT8 NOT NULL CHECK (tax >= 0),
  PRIMARY KEY (order_id, n, line_id),
  FOREIGN KEY (order_id, n) REFERENCES order_refund(order_id, n)
);

-- Units of a line that come back: a row for those with the same state.
CREATE TABLE order_return (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  state TEXT NOT NULL CHECK (state IN ('asked','received','restocked','written_off','refunded')),
  restocked INT8 NOT NULL DEFAULT 0 CHECK (restocked IN (0, 1)),
  refund_key TEXT,
  actor TEXT NOT NULL,
  asked_at INT8 NOT NULL,
  changed_at INT8 NOT NULL
);
CREATE INDEX order_return_by_order ON order_return (order_id, n);

-- A parcel, with part of the units or all of them.
CREATE TABLE order_shipment (
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  carrier TEXT,
  tracking TEXT,
  actor TEXT NOT NULL,
  at INT8 NOT NULL,
  PRIMARY KEY (order_id, n)
);

CREATE TABLE order_shipment_line (
  order_id TEXT NOT NULL,
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, n, line_id),
  FOREIGN KEY (order_id, n) REFERENCES order_shipment(order_id, n)
);

-- A customer's request; the units come back as order_return.
CREATE TABLE return_request (
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  asked_event TEXT NOT NULL,
  requested_at INT8 NOT NULL,
  decision TEXT CHECK (decision IN ('accepted','declined')),
  decided_event TEXT,
  decided_at INT8,
  PRIMARY KEY (order_id, n)
);

CREATE TABLE return_request_line (
  order_id TEXT NOT NULL,
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, n, line_id),
  FOREIGN KEY (order_id, n) REFERENCES return_request(order_id, n)
);
`,
  rows: [{ table: "counter", rows: () => [{ name: "order", value: 1000 }] }],
  own: { sqlite, postgres },
};
