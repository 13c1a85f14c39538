import type { Part } from "./part.ts";

const set = "UPDATE category SET has_products = 1 WHERE id = NEW.category_id AND has_products = 0;";
const isEmpty = "NOT EXISTS (SELECT 1 FROM product WHERE category_id = OLD.category_id AND published = 1)";
const unset = `UPDATE category SET has_products = 0 WHERE id = OLD.category_id AND has_products = 1 AND ${isEmpty};`;
const moved = "(OLD.published <> NEW.published OR OLD.category_id <> NEW.category_id)";

const category = "(SELECT p.category_id FROM product p WHERE p.id = NEW.product_id)";
const moveVariants = "UPDATE variant SET category_id = NEW.category_id WHERE product_id = NEW.id;";
const inAnother = "OLD.category_id <> NEW.category_id";

const sqlite = [
  "CREATE INDEX product_listed_by_name ON product (lower(name), id)",
  `CREATE TRIGGER product_category_added AFTER INSERT ON product WHEN NEW.published = 1 BEGIN ${set} END`,
  `CREATE TRIGGER product_category_entered AFTER UPDATE OF published, category_id ON product
   WHEN NEW.published = 1 AND ${moved} BEGIN ${set} END`,
  `CREATE TRIGGER product_category_left AFTER UPDATE OF published, category_id ON product
   WHEN OLD.published = 1 AND ${moved} BEGIN ${unset} END`,
  `CREATE TRIGGER product_category_removed AFTER DELETE ON product WHEN OLD.published = 1 BEGIN ${unset} END`,
  ...["INSERT", "UPDATE OF product_id, category_id"].map(
    (change, at) => `CREATE TRIGGER variant_category_${at === 0 ? "added" : "changed"} AFTER ${change} ON variant
     WHEN NEW.category_id IS NOT ${category}
     BEGIN UPDATE variant SET category_id = ${category} WHERE id = NEW.id; END`,
  ),
  `CREATE TRIGGER product_category_changed AFTER UPDATE OF category_id ON product WHEN ${inAnother}
   BEGIN ${moveVariants} END`,
];

/**
 * A transaction that removes a category's last product and a transaction that adds a product to the
 * category wait for each other. Otherwise each would decide whether the category has products
 * without seeing the other's change. A statement that removes many products checks a category once.
 */
const postgres = [
  "CREATE INDEX product_by_slug_start ON product (slug text_pattern_ops)",
  "CREATE INDEX product_by_name_start ON product (lower(name) text_pattern_ops)",
  "CREATE INDEX product_listed_by_name ON product (lower(name), id) INCLUDE (name)",
  "CREATE INDEX variant_by_sku_start ON variant (lower(sku) text_pattern_ops)",
  `CREATE FUNCTION category_entered() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     PERFORM 1 FROM category WHERE id = NEW.category_id FOR KEY SHARE;
     IF EXISTS (SELECT 1 FROM category WHERE id = NEW.category_id AND has_products = 0) THEN ${set} END IF;
     RETURN NULL; END $$`,
  `CREATE FUNCTION category_left() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF EXISTS (SELECT 1 FROM category WHERE id = OLD.category_id AND has_products = 1) AND ${isEmpty} THEN
       PERFORM 1 FROM category WHERE id = OLD.category_id FOR UPDATE;
       ${unset}
     END IF;
     RETURN NULL; END $$`,
  `CREATE TRIGGER product_category_added AFTER INSERT ON product FOR EACH ROW
   WHEN (NEW.published = 1) EXECUTE FUNCTION category_entered()`,
  `CREATE TRIGGER product_category_entered AFTER UPDATE OF published, category_id ON product FOR EACH ROW
   WHEN (NEW.published = 1 AND ${moved}) EXECUTE FUNCTION category_entered()`,
  `CREATE TRIGGER product_category_left AFTER UPDATE OF published, category_id ON product FOR EACH ROW
   WHEN (OLD.published = 1 AND ${moved}) EXECUTE FUNCTION category_left()`,
  `CREATE TRIGGER product_category_removed AFTER DELETE ON product FOR EACH ROW
   WHEN (OLD.published = 1) EXECUTE FUNCTION category_left()`,
  // The lock prevents a change of the product's category until this variant is inserted.
  `CREATE FUNCTION set_variant_category() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     SELECT p.category_id INTO NEW.category_id FROM product p WHERE p.id = NEW.product_id FOR SHARE;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER variant_category_set BEFORE INSERT OR UPDATE OF product_id, category_id ON variant FOR EACH ROW
   EXECUTE FUNCTION set_variant_category()`,
  `CREATE FUNCTION move_variants() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${moveVariants} RETURN NULL; END $$`,
  `CREATE TRIGGER product_category_changed AFTER UPDATE OF category_id ON product FOR EACH ROW
   WHEN (${inAnother}) EXECUTE FUNCTION move_variants()`,
];

/** Categories, products, and their reviews and other details. */
export const catalog: Part = {
  tables: `
-- Its products are shown on black or white; has_products is kept by triggers.
CREATE TABLE category (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  intro TEXT NOT NULL DEFAULT '',
  position INT8 NOT NULL DEFAULT 0,
  has_products INT8 NOT NULL DEFAULT 0,
  backdrop TEXT NOT NULL DEFAULT 'black'
);

-- popularity, units_90 and views_30 rank products, and are counted by a timer. Pages read
-- published alone: what is scheduled changes it at its time.
CREATE TABLE product (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  category_id TEXT NOT NULL REFERENCES category(id),
  brand TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  label TEXT CHECK (label IN (
    'new','sale','best-seller','limited-edition','staff-pick','back-in-stock','low-stock'
  )),
  published INT8 NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
  premium INT8 NOT NULL DEFAULT 0 CHECK (premium IN (0, 1)),
  demo INT8 NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
  price_start INT8 NOT NULL DEFAULT 0 CHECK (price_start >= 0),
  price_stop INT8 NOT NULL DEFAULT 0 CHECK (price_stop >= price_start),
  units_90 INT8 NOT NULL DEFAULT 0,
  views_30 INT8 NOT NULL DEFAULT 0,
  popularity INT8 NOT NULL DEFAULT 0,
  created_at INT8 NOT NULL,
  updated_at INT8 NOT NULL,
  description_source TEXT,
  publish_at INT8,
  unpublish_at INT8
);
CREATE INDEX product_by_age ON product (published, created_at DESC, id);
CREATE INDEX product_by_category ON product (category_id, published, popularity DESC, id);
CREATE INDEX product_by_listing ON product (id, published, category_id, price_start, popularity, name);
CREATE INDEX product_by_popularity ON product (published, popularity DESC, id);
CREATE INDEX product_by_units ON product (published, units_90 DESC, id);
CREATE INDEX product_by_views ON product (published, views_30 DESC, id);
CREATE INDEX product_listed_by_change ON product (updated_at, id);
CREATE INDEX product_listed_by_label ON product (label, id) WHERE label IS NOT NULL;
CREATE INDEX product_listed_by_price ON product (price_start, id);
CREATE INDEX product_listed_drafts ON product (updated_at, id) WHERE published = 0;
CREATE INDEX product_listed_premium ON product (id) WHERE premium = 1;
CREATE INDEX product_premium ON product (published, popularity DESC, id) WHERE premium = 1;
CREATE INDEX product_to_publish ON product (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX product_to_unpublish ON product (unpublish_at) WHERE unpublish_at IS NOT NULL;

-- category_id is its product's, kept by triggers for reports.
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
  category_id TEXT,
  CONSTRAINT variant_stock CHECK (reserved >= 0 AND on_hand >= reserved)
);
CREATE INDEX variant_by_any_barcode ON variant (barcode) WHERE barcode <> '';
CREATE INDEX variant_by_any_sku ON variant (lower(sku)) WHERE sku <> '';
CREATE INDEX variant_by_available ON variant ((on_hand - reserved), id);
CREATE INDEX variant_by_left ON variant ((on_hand - reserved), id) WHERE active = 1;
CREATE INDEX variant_by_product ON variant (product_id, position);
CREATE INDEX variant_in_stock ON variant (category_id, on_hand, price) WHERE on_hand > 0;
CREATE INDEX variant_sold_out ON variant (product_id) WHERE active = 1 AND on_hand <= reserved;

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

-- A drawing by its key, or a stored picture; wanted_url of an import is not downloaded yet.
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
CREATE INDEX product_media_by_key ON product_media (key);
CREATE INDEX product_media_by_product ON product_media (product_id, position);

-- Views of a day, which is a number of days since 1970.
CREATE TABLE product_view (
  product_id TEXT NOT NULL REFERENCES product(id),
  day INT8 NOT NULL,
  views INT8 NOT NULL,
  PRIMARY KEY (product_id, day)
);

-- A former address leads to a product, not to another address, so that none leads in a circle.
CREATE TABLE product_redirect (
  slug TEXT NOT NULL PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product(id),
  at INT8 NOT NULL
);
CREATE INDEX product_redirect_by_product ON product_redirect (product_id);
CREATE INDEX product_redirect_by_time ON product_redirect (at, slug);

-- A price for a time. Payments read variant.price alone, which changes at that moment.
CREATE TABLE price_schedule (
  id TEXT NOT NULL PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product(id),
  variant_id TEXT NOT NULL REFERENCES variant(id),
  price INT8 NOT NULL CHECK (price >= 0),
  starts_at INT8 NOT NULL,
  ends_at INT8 CHECK (ends_at IS NULL OR ends_at > starts_at),
  shows_former INT8 NOT NULL CHECK (shows_former IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'active', 'ended')),
  former_price INT8,
  former_compare_at INT8
);
CREATE INDEX price_schedule_by_product ON price_schedule (product_id);
CREATE INDEX price_schedule_to_begin ON price_schedule (starts_at) WHERE state = 'waiting';
CREATE INDEX price_schedule_to_end ON price_schedule (ends_at) WHERE state = 'active' AND ends_at IS NOT NULL;

-- decided_at is null while it waits for the staff. order_id is the buyer's first shipped
-- order of the product.
CREATE TABLE review (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product(id),
  customer_id TEXT,
  author TEXT NOT NULL,
  stars INT8 NOT NULL CHECK (stars BETWEEN 1 AND 5),
  title TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL DEFAULT '',
  published INT8 NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
  at INT8 NOT NULL,
  order_id TEXT,
  decided_at INT8,
  answer TEXT NOT NULL DEFAULT '',
  answered_at INT8
);
CREATE INDEX review_by_order ON review (order_id, product_id) WHERE order_id IS NOT NULL;
CREATE INDEX review_by_product ON review (product_id, published, at DESC);
CREATE INDEX review_by_stars ON review (stars, at, id);
CREATE INDEX review_by_time ON review (at, id);
CREATE INDEX review_not_shown ON review (at, id) WHERE published = 0;
CREATE INDEX review_stars ON review (product_id, published, stars);
CREATE INDEX review_waiting ON review (at, id) WHERE published = 0 AND decided_at IS NULL;

-- Where a category or a product is not sold; a product may be allowed where its category is not.
CREATE TABLE state_rule (
  id TEXT PRIMARY KEY,
  country TEXT NOT NULL,
  area TEXT NOT NULL,
  category_id TEXT REFERENCES category(id),
  product_id TEXT REFERENCES product(id),
  since INT8 NOT NULL DEFAULT 0,
  allowed INT8 NOT NULL DEFAULT 0,
  CHECK ((category_id IS NULL) <> (product_id IS NULL))
);
CREATE INDEX state_rule_by_area ON state_rule (country, area);
CREATE INDEX state_rule_by_product ON state_rule (product_id);
`,
  own: { sqlite, postgres },
};
