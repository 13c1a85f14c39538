import { type Part, refuseWith } from "./part.ts";

const words = "a completed checkout does not change";
const refusal = refuseWith(words);

const keptColumns = [
  ...["id", "state", "customer_id", "same_as_shipping", "save_for_later", "shipping_method_id", "promo_id", "quote_id"],
  ...["order_id", "notice", "created_at", "updated_at", "expires_at", "successor_id"],
];
const isErasure = (is: string) =>
  ["NEW.email = ''", "NEW.visitor IS NULL", ...keptColumns.map((column) => `NEW.${column} ${is} OLD.${column}`)].join(" AND ");

const isPart = (row: string) => `(SELECT state FROM checkout WHERE id = ${row}.checkout_id) = 'completed'`;
const isUnerased = "EXISTS (SELECT 1 FROM checkout WHERE id = OLD.checkout_id AND state = 'completed' AND email <> '')";

const sqlite = [
  `CREATE TRIGGER checkout_frozen BEFORE UPDATE ON checkout
   WHEN OLD.state = 'completed' AND NOT (${isErasure("IS")}) ${refusal}`,
  `CREATE TRIGGER checkout_kept BEFORE DELETE ON checkout WHEN OLD.state = 'completed' ${refusal}`,
  ...["checkout_line", "checkout_address"].flatMap((table) => [
    `CREATE TRIGGER ${table}_frozen_INSERT BEFORE INSERT ON ${table} WHEN ${isPart("NEW")} ${refusal}`,
    `CREATE TRIGGER ${table}_frozen_UPDATE BEFORE UPDATE ON ${table} WHEN ${isPart("OLD")} ${refusal}`,
  ]),
  `CREATE TRIGGER checkout_line_frozen_DELETE BEFORE DELETE ON checkout_line WHEN ${isPart("OLD")} ${refusal}`,
  `CREATE TRIGGER checkout_address_frozen_DELETE BEFORE DELETE ON checkout_address WHEN ${isUnerased} ${refusal}`,
];

const raise = `RAISE EXCEPTION '${words}';`;
const postgres = [
  `CREATE FUNCTION refuse_completed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${raise} END $$`,
  `CREATE FUNCTION refuse_part_of_completed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF (SELECT state FROM checkout WHERE id = COALESCE(OLD.checkout_id, NEW.checkout_id)) = 'completed' THEN ${raise} END IF;
     IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
     RETURN NEW;
   END $$`,
  `CREATE FUNCTION refuse_address_of_completed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF ${isUnerased} THEN ${raise} END IF;
     RETURN OLD;
   END $$`,
  `CREATE TRIGGER checkout_frozen BEFORE UPDATE ON checkout FOR EACH ROW
   WHEN (OLD.state = 'completed' AND NOT (${isErasure("IS NOT DISTINCT FROM")})) EXECUTE FUNCTION refuse_completed()`,
  `CREATE TRIGGER checkout_kept BEFORE DELETE ON checkout FOR EACH ROW
   WHEN (OLD.state = 'completed') EXECUTE FUNCTION refuse_completed()`,
  `CREATE TRIGGER checkout_line_frozen BEFORE INSERT OR UPDATE OR DELETE ON checkout_line
   FOR EACH ROW EXECUTE FUNCTION refuse_part_of_completed()`,
  `CREATE TRIGGER checkout_address_frozen BEFORE INSERT OR UPDATE ON checkout_address
   FOR EACH ROW EXECUTE FUNCTION refuse_part_of_completed()`,
  `CREATE TRIGGER checkout_address_kept BEFORE DELETE ON checkout_address
   FOR EACH ROW EXECUTE FUNCTION refuse_address_of_completed()`,
];

/**
 * Checkouts and their terms. A completed checkout never changes, with two exceptions for an
 * erasure: its email and its browser may be emptied, and then its copies of the addresses deleted.
 * The order has its own copies.
 */
export const checkout: Part = {
  tables: `
-- successor_id has the lines that were moved at a sign-in; only an abandoned checkout has one,
-- so that none forms a circle.
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
  successor_id TEXT REFERENCES checkout(id) CHECK (successor_id IS NULL OR state = 'abandoned'),
  taken_by TEXT,
  tax_answer TEXT,
  copied_from TEXT,
  order_note TEXT NOT NULL DEFAULT '',
  CHECK ((state = 'completed') = (order_id IS NOT NULL))
);
CREATE INDEX checkout_by_customer ON checkout (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX checkout_by_phone ON checkout (state, updated_at) WHERE taken_by IS NOT NULL;
CREATE INDEX checkout_by_state ON checkout (state, updated_at);
CREATE INDEX checkout_by_successor ON checkout (successor_id) WHERE successor_id IS NOT NULL;
CREATE INDEX checkout_with_email ON checkout (state, updated_at) WHERE email <> '';
CREATE UNIQUE INDEX checkout_copy ON checkout (visitor, copied_from);

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

-- A total that the shopper was shown; terms is JSON of what it names besides.
CREATE TABLE quote (
  id TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  total INT8 NOT NULL CHECK (total >= 0),
  breakdown TEXT NOT NULL,
  at INT8 NOT NULL,
  terms TEXT
);
CREATE INDEX quote_by_age ON quote (at);
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
CREATE INDEX promo_redemption_of_checkout ON promo_redemption (checkout_id);

-- A payment in progress with a promo for a first order: an email has one.
CREATE TABLE first_order_claim (
  email_norm TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id)
);
CREATE INDEX first_order_claim_by_checkout ON first_order_claim (checkout_id);

-- A browser in which a customer opened an order that was taken by phone.
CREATE TABLE phone_order_opening (
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  visitor TEXT NOT NULL,
  at INT8 NOT NULL,
  PRIMARY KEY (checkout_id, visitor)
);
CREATE INDEX phone_order_opening_by_visitor ON phone_order_opening (visitor);
`,
  own: { sqlite, postgres },
};
