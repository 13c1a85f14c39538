/**
 * The subject that a change of a row affects. Cached pages depend on the same subjects
 * (catalog/subjects.ts and content/subjects.ts). A change of `a:b:c` is also a change of `a:b` and
 * of `a`.
 */
export type Rule = {
  /** SQL of the subject; `row` is the name of the row */
  subject: (row: string) => string;
  /** an update affects the subject if one of these columns differs */
  columns: readonly string[];
  /** SQL expressions on the row; an update also affects the subject if one of them differs */
  expressions?: readonly ((row: string) => string)[];
  /** SQL condition on the row; for an update, the old or the new row has to meet it */
  where?: (row: string) => string;
  /**
   * set if the rule is only for updates, since added and removed rows already affect another rule's
   * subject
   */
  updatesOnly?: true;
};

const own = (kind: string, column: string) => (row: string) => `'${kind}:' || ${row}.${column}`;

/** A stock state is the quantity that a cacheable page may show: exact up to 5, else 6. */
const shownUnits = (row: string) =>
  `(CASE WHEN ${row}.on_hand - ${row}.reserved > 5 THEN 6 ELSE ${row}.on_hand - ${row}.reserved END)`;
const sells = (row: string) => `(${row}.active = 1 AND ${row}.on_hand > ${row}.reserved)`;

/** The subject of a category's lists and counts of products. */
const assortmentOf = (row: string) =>
  `'assortment:' || COALESCE((SELECT category_id FROM product WHERE id = ${row}.product_id), '') || ':' || ${row}.product_id`;

const bannerColumns = [
  ...["id", "page", "position", "background_url", "background_alt", "title", "subtitle"],
  ...["cta_text", "cta_link", "image_url", "image_alt", "active", "starts_at", "ends_at"],
];

/** The rules of each table. */
export const watched: Readonly<Record<string, readonly Rule[]>> = {
  category: [
    { subject: own("category", "id"), columns: ["id", "slug", "name", "intro", "position", "backdrop"] },
    { subject: () => "'header'", columns: ["slug", "name", "position", "has_products"] },
  ],
  attribute: [{ subject: own("attribute", "id"), columns: ["id", "slug", "name", "position"] }],
  attribute_value: [{ subject: own("value", "id"), columns: ["id", "attribute_id", "slug", "name", "position"] }],
  product: [
    {
      subject: own("product", "id"),
      columns: [
        ...["id", "slug", "name", "category_id", "brand", "label", "published"],
        ...["price_start", "price_stop", "created_at"],
      ],
    },
    { subject: own("details", "id"), columns: ["description"], updatesOnly: true },
    {
      subject: (row) => `'assortment:' || ${row}.category_id || ':' || ${row}.id`,
      columns: ["id", "category_id", "published", "premium", "popularity", "units_90", "views_30", "created_at"],
    },
  ],
  variant: [
    {
      subject: own("product", "product_id"),
      columns: [
        ...["id", "product_id", "name", "sku", "options", "price", "compare_at", "position", "picture", "active"],
        "barcode",
      ],
      expressions: [shownUnits],
    },
    { subject: assortmentOf, columns: ["product_id"], expressions: [sells], where: sells },
  ],
  product_attribute: [
    { subject: own("details", "product_id"), columns: ["product_id", "value_id"] },
    { subject: assortmentOf, columns: ["product_id", "value_id"] },
  ],
  product_media: [
    { subject: own("product", "product_id"), columns: ["product_id", "position", "kind", "key", "alt", "width", "height"] },
  ],
  review: [
    {
      subject: own("details", "product_id"),
      columns: ["id", "product_id", "author", "stars", "title", "body", "published", "at", "order_id", "answer", "answered_at"],
      where: (row) => `${row}.published = 1`,
    },
  ],
  banner: [{ subject: own("banner", "page"), columns: bannerColumns, where: (row) => `${row}.active = 1` }],
  state_rule: [
    {
      subject: (row) =>
        `CASE WHEN ${row}.product_id IS NULL THEN 'category:' || ${row}.category_id ELSE 'product:' || ${row}.product_id END`,
      columns: ["country", "area", "category_id", "product_id", "allowed"],
    },
  ],
  content_page: [
    { subject: own("content", "slug"), columns: ["slug", "title", "description", "markdown", "updated_at"] },
    { subject: () => "'footer'", columns: ["slug", "title"] },
  ],
  shipping_method: [
    {
      subject: own("shipping", "id"),
      columns: ["id", "name", "countries", "position", "active", "days_from", "days_to", "zone_id", "price", "free_from"],
    },
  ],
  shipping_zone_place: [{ subject: () => "'shipping'", columns: ["country", "area", "zone_id"] }],
  setting: [{ subject: own("setting", "name"), columns: ["name", "value"] }],
  search_synonym: [{ subject: () => "'synonym'", columns: ["position", "words"] }],
};

/** SQL: whether an update affects the rule's subject; `is` is the engine's null-safe inequality. */
export function touches({ columns, expressions = [], where }: Rule, is: string): string {
  const differs = [
    ...columns.map((column) => `OLD.${column} ${is} NEW.${column}`),
    ...expressions.map((expression) => `${expression("OLD")} <> ${expression("NEW")}`),
  ].join(" OR ");
  return where ? `(${differs}) AND (${where("OLD")} OR ${where("NEW")})` : `(${differs})`;
}
