import type { Part } from "./part.ts";

/** Shipping, taxes, promos and gifts. */
export const selling: Part = {
  tables: `
-- In business days; cutoff in minutes after midnight. Null: the shop does not say.
CREATE TABLE shipping_method (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  countries TEXT NOT NULL,
  price INT8 NOT NULL CHECK (price >= 0),
  free_from INT8,
  position INT8 NOT NULL DEFAULT 0,
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  days_from INT8 CHECK (days_from BETWEEN 0 AND 90),
  days_to INT8 CHECK (days_to BETWEEN 0 AND 90),
  cutoff INT8 CHECK (cutoff BETWEEN 0 AND 1440),
  zone_id TEXT,
  rate_by TEXT,
  rates TEXT
);

CREATE TABLE shipping_zone (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE shipping_zone_place (
  country TEXT NOT NULL,
  area TEXT NOT NULL,
  zone_id TEXT NOT NULL REFERENCES shipping_zone(id),
  PRIMARY KEY (country, area)
);
CREATE INDEX shipping_zone_place_by_zone ON shipping_zone_place (zone_id);

-- In parts per million.
CREATE TABLE tax_rate (
  country TEXT NOT NULL,
  area TEXT NOT NULL,
  rate_ppm INT8 NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  nexus INT8 NOT NULL DEFAULT 1,
  nexus_from INT8,
  tax_shipping INT8 NOT NULL DEFAULT 0,
  PRIMARY KEY (country, area)
);

CREATE TABLE tax_category_rate (
  country TEXT NOT NULL,
  area TEXT NOT NULL,
  category_id TEXT NOT NULL REFERENCES category(id),
  rate_ppm INT8 NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  PRIMARY KEY (country, area, category_id)
);

CREATE TABLE promo (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  amount INT8 NOT NULL DEFAULT 0 CHECK (amount >= 0),
  minimum INT8 NOT NULL DEFAULT 0,
  usage_limit INT8,
  used INT8 NOT NULL DEFAULT 0,
  once_per_customer INT8 NOT NULL DEFAULT 0 CHECK (once_per_customer IN (0, 1)),
  starts_at INT8 NOT NULL,
  ends_at INT8 NOT NULL,
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  demo INT8 NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
  first_order_only INT8 NOT NULL DEFAULT 0,
  buy_quantity INT8,
  get_quantity INT8,
  get_percent INT8,
  kind TEXT NOT NULL DEFAULT 'percent' CHECK (kind IN ('percent','amount','shipping','buy_get')),
  CONSTRAINT promo_limit CHECK (used >= 0 AND (usage_limit IS NULL OR used <= usage_limit))
);
CREATE INDEX promo_by_code ON promo (upper(code));
CREATE INDEX promo_by_end ON promo (ends_at, code);

-- What a promo is limited to; without any row it is for every product and method.
CREATE TABLE promo_category (
  promo_id TEXT NOT NULL REFERENCES promo(id),
  category_id TEXT NOT NULL REFERENCES category(id),
  PRIMARY KEY (promo_id, category_id)
);

CREATE TABLE promo_product (
  promo_id TEXT NOT NULL REFERENCES promo(id),
  product_id TEXT NOT NULL REFERENCES product(id),
  PRIMARY KEY (promo_id, product_id)
);

CREATE TABLE promo_shipping_method (
  promo_id TEXT NOT NULL REFERENCES promo(id),
  method_id TEXT NOT NULL REFERENCES shipping_method(id),
  PRIMARY KEY (promo_id, method_id)
);

-- A free product from a subtotal on.
CREATE TABLE gift_rule (
  id TEXT PRIMARY KEY,
  threshold INT8 NOT NULL CHECK (threshold >= 0),
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  name TEXT NOT NULL DEFAULT ''
);

CREATE TABLE gift_rule_product (
  rule_id TEXT NOT NULL REFERENCES gift_rule(id),
  product_id TEXT NOT NULL REFERENCES product(id),
  PRIMARY KEY (rule_id, product_id)
);
`,
};
