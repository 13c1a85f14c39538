import type { Part } from "./part.ts";

/** Customers, their addresses, and the staff's notes about them. */
export const customers: Part = {
  tables: `
CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_norm TEXT NOT NULL UNIQUE,
  email_verified INT8 NOT NULL DEFAULT 0 CHECK (email_verified IN (0, 1)),
  password_hash TEXT,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  gender TEXT NOT NULL DEFAULT '',
  birthday TEXT NOT NULL DEFAULT '',
  avatar TEXT,
  pending_email TEXT,
  demo INT8 NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
  disabled_at INT8,
  created_at INT8 NOT NULL,
  signed_out_at INT8 NOT NULL DEFAULT 0
);
CREATE INDEX customer_by_time ON customer (created_at, id);

CREATE TABLE customer_address (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer(id),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  street_address_1 TEXT NOT NULL,
  city TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  country TEXT NOT NULL DEFAULT 'US',
  country_area TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  is_default INT8 NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  created_at INT8 NOT NULL
);
CREATE INDEX customer_address_by_customer ON customer_address (customer_id);
CREATE UNIQUE INDEX customer_address_default ON customer_address (customer_id) WHERE is_default = 1;

-- The address that a guest asked to keep.
CREATE TABLE saved_address (
  visitor TEXT PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  street_address_1 TEXT NOT NULL,
  city TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  country TEXT NOT NULL,
  country_area TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  at INT8 NOT NULL
);
CREATE INDEX saved_address_by_age ON saved_address (at);

CREATE TABLE favourite (
  customer_id TEXT NOT NULL REFERENCES customer(id),
  product_id TEXT NOT NULL REFERENCES product(id),
  at INT8 NOT NULL,
  PRIMARY KEY (customer_id, product_id)
);

-- An address that a customer has left, for as long as a mailed link undoes it.
CREATE TABLE former_email (
  customer_id TEXT NOT NULL REFERENCES customer(id),
  email_norm TEXT NOT NULL,
  email TEXT NOT NULL,
  until INT8 NOT NULL,
  PRIMARY KEY (customer_id, email_norm)
);
CREATE INDEX former_email_by_address ON former_email (email_norm);
CREATE INDEX former_email_by_end ON former_email (until);

-- A note of the staff.
CREATE TABLE customer_note (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer(id),
  note TEXT NOT NULL,
  actor TEXT NOT NULL,
  at INT8 NOT NULL
);
CREATE INDEX customer_note_by_customer ON customer_note (customer_id, at);
`,
  own: {
    sqlite: [
      "CREATE INDEX customer_by_last_name ON customer (lower(last_name))",
      "CREATE INDEX customer_by_full_name ON customer (lower(first_name || ' ' || last_name))",
    ],
    postgres: [
      "CREATE INDEX customer_by_email_start ON customer (email_norm text_pattern_ops)",
      "CREATE INDEX customer_by_last_name ON customer (lower(last_name) text_pattern_ops)",
      "CREATE INDEX customer_by_full_name ON customer (lower(first_name || ' ' || last_name) text_pattern_ops)",
    ],
  },
};
