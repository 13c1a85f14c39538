import type { Generated } from "kysely";
import type { Flag, Time } from "./column-types.ts";

type CategoryTable = {
  id: string;
  slug: string;
  name: string;
  intro: Generated<string>;
  position: Generated<number>;
  /** the background of the category's pictures */
  backdrop: Generated<"white" | "black">;
  /** the key of the picture at the head of the category's listing; empty without one */
  picture: Generated<string>;
  picture_alt: Generated<string>;
  picture_width: Generated<number>;
  picture_height: Generated<number>;
  /** whether any of its products is published, kept by triggers */
  has_products: Generated<Flag>;
};

type ProductTable = {
  id: string;
  slug: string;
  name: string;
  category_id: string;
  brand: Generated<string>;
  /** sanitised HTML */
  description: Generated<string>;
  /**
   * identifies the raw text and the rules from which the description was made
   * (catalog/description.ts); null: unknown
   */
  description_source: Generated<string | null>;
  label: string | null;
  published: Generated<Flag>;
  /** the title and description for search engines; empty for the usual ones */
  seo_title: Generated<string>;
  seo_description: Generated<string>;
  /** an archived product is never published */
  archived: Generated<Flag>;
  premium: Generated<Flag>;
  demo: Generated<Flag>;
  /** lowest and highest active variant price in cents, kept by catalog/save-products.ts */
  price_start: Generated<number>;
  price_stop: Generated<number>;
  units_90: Generated<number>;
  views_30: Generated<number>;
  popularity: Generated<number>;
  created_at: Time;
  updated_at: Time;
  /** when it is published, or hidden, automatically (catalog/apply-schedules.ts) */
  publish_at: Generated<Time | null>;
  unpublish_at: Generated<Time | null>;
};

type VariantTable = {
  id: string;
  product_id: string;
  /**
   * the SKU, or if there is no SKU, the handle and the options; an import recognises the variant by
   * this key
   */
  key: string;
  sku: Generated<string>;
  name: string;
  /** JSON object: option name → value, in order */
  options: Generated<string>;
  price: number;
  compare_at: number | null;
  /** what a unit costs the shop, in cents; null: not known. Only people who see reports see it */
  cost: Generated<number | null>;
  position: Generated<number>;
  /** the index (from 0) of the product's picture that shows the variant */
  picture: Generated<number>;
  active: Generated<Flag>;
  grams: Generated<number>;
  barcode: Generated<string>;
  /** the variant's own low-stock threshold in available units; null: the shop's threshold */
  low_stock: Generated<number | null>;
  on_hand: Generated<number>;
  reserved: Generated<number>;
  /** the product's category, kept by triggers */
  category_id: Generated<string | null>;
};

type AttributeTable = { id: string; slug: string; name: string; position: Generated<number> };

type AttributeValueTable = { id: string; attribute_id: string; slug: string; name: string; position: Generated<number> };

type ProductAttributeTable = { product_id: string; value_id: string };

type ProductMediaTable = {
  id: string;
  product_id: string;
  position: Generated<number>;
  kind: "drawn" | "stored";
  key: string;
  alt: string;
  width: Generated<number>;
  height: Generated<number>;
  /** address of an imported picture; while its kind is `drawn`, it is not fetched yet */
  wanted_url: string | null;
  /** whether shared links show the picture, and whether only they do */
  sharing: Generated<"no" | "chosen" | "only">;
};

type ReviewTable = {
  id: string;
  product_id: string;
  customer_id: string | null;
  author: string;
  stars: number;
  title: Generated<string>;
  body: Generated<string>;
  published: Generated<Flag>;
  at: Time;
  /** the buyer's first shipped order with the product; null for a review without one */
  order_id: Generated<string | null>;
  /** when the staff last decided; null while a buyer's review waits, unpublished, for a decision */
  decided_at: Generated<Time | null>;
  /** the shop's public answer */
  answer: Generated<string>;
  answered_at: Generated<Time | null>;
};

type ProductViewTable = { product_id: string; day: number; views: number };

type StateRuleTable = {
  id: string;
  country: string;
  area: string;
  category_id: string | null;
  product_id: string | null;
  /** since when the rule applies; earlier orders did not break it (I11) */
  since: Generated<Time>;
  /** set only for a product: it may be sold there despite the rule of its category */
  allowed: Generated<Flag>;
};

/**
 * Only triggers write it (migrations/001-base/search.ts). SQLite numbers the products here,
 * PostgreSQL stores their words.
 */
type ProductSearchTable = { id: Generated<number>; product_id: string };

/**
 * A folded text for searches: a name with letters beyond ASCII (of a product, a customer or an
 * order's address), or a variant's SKU or barcode without signs. Only triggers write it
 * (migrations/001-base/search.ts).
 */
type SearchTextTable = { kind: "product" | "customer" | "order" | "code"; id: string; text: string };

/** The owner's synonyms: each line has words that mean the same in a search. */
type SearchSynonymTable = { position: number; words: string };

/**
 * The changed products, each with the number of its last change on this engine; written by triggers
 * (migrations/001-base/assortment.ts).
 */
type AssortmentChangeTable = { subject: string; changed_in: number };

/**
 * A view of one row: where the next read of changes starts, and from which number on it ignores
 * changes.
 */
type AssortmentClockView = { settled: number; until: number };

type CollectionTable = {
  id: string;
  slug: string;
  name: string;
  intro: Generated<string>;
  seo_title: Generated<string>;
  seo_description: Generated<string>;
  chosen_by: "hand" | "rule";
  /** the conditions of a rule; null: none. Prices are in cents */
  label: string | null;
  /** JSON list of `attribute-slug:value-slug` */
  value_picks: Generated<string>;
  price_min: number | null;
  price_max: number | null;
  newer_days: number | null;
};

/** A product that was chosen by hand. */
type CollectionProductTable = { collection_id: string; product_id: string; position: number };

export type CatalogTables = {
  category: CategoryTable;
  product: ProductTable;
  variant: VariantTable;
  attribute: AttributeTable;
  attribute_value: AttributeValueTable;
  product_attribute: ProductAttributeTable;
  product_media: ProductMediaTable;
  review: ReviewTable;
  product_view: ProductViewTable;
  state_rule: StateRuleTable;
  product_search: ProductSearchTable;
  search_text: SearchTextTable;
  search_synonym: SearchSynonymTable;
  assortment_change: AssortmentChangeTable;
  assortment_clock: AssortmentClockView;
  collection: CollectionTable;
  collection_product: CollectionProductTable;
};
