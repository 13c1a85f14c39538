/**
 * Tables of products. Written once for both engines: `INT8` is the engine's 64-bit integer, 0/1
 * integers are booleans, times are epoch ms.
 */
export const catalogTables = `
CREATE TABLE category (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  intro TEXT NOT NULL DEFAULT '',
  position INT8 NOT NULL DEFAULT 0
);
CREATE TABLE product (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  category_id TEXT NOT NULL REFERENCES category(id),
  brand TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  label TEXT CHECK (label IN ('new','sale','best-seller','limited-edition','staff-pick','back-in-stock','low-stock')),
  published INT8 NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
  premium INT8 NOT NULL DEFAULT 0 CHECK (premium IN (0, 1)),
  demo INT8 NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
  price_start INT8 NOT NULL DEFAULT 0 CHECK (price_start >= 0),
  price_stop INT8 NOT NULL DEFAULT 0 CHECK (price_stop >= price_start),
  units_90 INT8 NOT NULL DEFAULT 0,
  views_30 INT8 NOT NULL DEFAULT 0,
  popularity INT8 NOT NULL DEFAULT 0,
  created_at INT8 NOT NULL,
  updated_at INT8 NOT NULL
);
CREATE INDEX product_by_popularity ON product (published, popularity DESC, id);
CREATE INDEX product_by_category ON product (category_id, published, popularity DESC, id);
CREATE INDEX product_by_name ON product (published, lower(name), id);
CREATE INDEX product_by_price ON product (published, price_start, id);
CREATE TABLE variant (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product(id),
  key TEXT NOT NULL UNIQUE,
  sku TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  options TEXT NOT NULL DEFAULT '{}',
  price INT8 NOT NULL CHECK (price >= 0),
  compare_at INT8 CHECK (compare_at IS NULL OR compare_at >= 0),
  position INT8 NOT NULL DEFAULT 0,
  picture INT8 NOT NULL DEFAULT 0 CHECK (picture >= 0),
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  grams INT8 NOT NULL DEFAULT 0 CHECK (grams >= 0),
  barcode TEXT NOT NULL DEFAULT '',
  on_hand INT8 NOT NULL DEFAULT 0,
  reserved INT8 NOT NULL DEFAULT 0,
  CONSTRAINT variant_stock CHECK (reserved >= 0 AND on_hand >= reserved)
);
CREATE INDEX variant_by_product ON variant (product_id, position);
CREATE TABLE stock_movement (
  id TEXT PRIMARY KEY,
  variant_id TEXT NOT NULL REFERENCES variant(id),
  kind TEXT NOT NULL CHECK (kind IN ('initial','set','sold','restocked')),
  units INT8 NOT NULL,
  order_id TEXT,
  at INT8 NOT NULL
);
CREATE INDEX stock_movement_by_variant ON stock_movement (variant_id);
CREATE TABLE attribute (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  position INT8 NOT NULL DEFAULT 0
);
CREATE TABLE attribute_value (
  id TEXT PRIMARY KEY,
  attribute_id TEXT NOT NULL REFERENCES attribute(id),
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  position INT8 NOT NULL DEFAULT 0,
  UNIQUE (attribute_id, slug)
);
CREATE TABLE product_attribute (
  product_id TEXT NOT NULL REFERENCES product(id),
  value_id TEXT NOT NULL REFERENCES attribute_value(id),
  PRIMARY KEY (product_id, value_id)
);
CREATE INDEX product_attribute_by_value ON product_attribute (value_id, product_id);
CREATE TABLE product_media (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product(id),
  position INT8 NOT NULL DEFAULT 0,
  kind TEXT NOT NULL CHECK (kind IN ('drawn','stored')),
  key TEXT NOT NULL,
  alt TEXT NOT NULL,
  width INT8 NOT NULL DEFAULT 960,
  height INT8 NOT NULL DEFAULT 960,
  wanted_url TEXT
);
CREATE INDEX product_media_by_product ON product_media (product_id, position);
CREATE TABLE review (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product(id),
  customer_id TEXT,
  author TEXT NOT NULL,
  stars INT8 NOT NULL CHECK (stars BETWEEN 1 AND 5),
  title TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL DEFAULT '',
  published INT8 NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
  at INT8 NOT NULL
);
CREATE INDEX review_by_product ON review (product_id, published, at DESC);
CREATE TABLE product_view (
  product_id TEXT NOT NULL REFERENCES product(id),
  day INT8 NOT NULL,
  views INT8 NOT NULL,
  PRIMARY KEY (product_id, day)
);
CREATE TABLE banner (
  id TEXT PRIMARY KEY,
  page TEXT NOT NULL,
  position INT8 NOT NULL DEFAULT 0,
  background_url TEXT NOT NULL,
  background_alt TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL DEFAULT '',
  cta_text TEXT NOT NULL DEFAULT '',
  cta_link TEXT NOT NULL DEFAULT '',
  image_url TEXT NOT NULL DEFAULT '',
  image_alt TEXT NOT NULL DEFAULT '',
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
);
CREATE INDEX banner_by_page ON banner (page, active, position);
CREATE TABLE state_rule (
  id TEXT PRIMARY KEY,
  country TEXT NOT NULL,
  area TEXT NOT NULL,
  category_id TEXT REFERENCES category(id),
  product_id TEXT REFERENCES product(id),
  since INT8 NOT NULL DEFAULT 0,
  CHECK ((category_id IS NULL) <> (product_id IS NULL))
);
CREATE INDEX state_rule_by_area ON state_rule (country, area);
CREATE TABLE catalog_version (
  id INT8 PRIMARY KEY CHECK (id = 1),
  version INT8 NOT NULL
);
INSERT INTO catalog_version (id, version) VALUES (1, 1);
`;

export const customerTables = `
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
  created_at INT8 NOT NULL
);
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
CREATE TABLE favourite (
  customer_id TEXT NOT NULL REFERENCES customer(id),
  product_id TEXT NOT NULL REFERENCES product(id),
  at INT8 NOT NULL,
  PRIMARY KEY (customer_id, product_id)
);
CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer(id),
  created_at INT8 NOT NULL,
  expires_at INT8 NOT NULL,
  agent TEXT NOT NULL DEFAULT ''
);
CREATE INDEX session_by_customer ON session (customer_id);
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
CREATE TABLE counted_try (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  at INT8 NOT NULL
);
CREATE INDEX counted_try_by_subject ON counted_try (kind, subject, at);
`;
