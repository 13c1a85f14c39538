import { DatabaseSync } from "node:sqlite";

const names = ["Ada", "Ben", "Cleo", "Dora", "Egon", "Fay", "Gus", "Hal", "Ida", "Jon", "Kai", "Lou", "Mia"];
const families = ["Abel", "Brook", "Cole", "Dean", "Ellis", "Ford", "Grant", "Hale", "Ives", "Jones", "Kerr", "Lowe", "Marsh"];

/** An SQL expression that chooses a word by a row's number `i`. */
const wordBy = (words: readonly string[], step: number): string =>
  `CASE (i / ${step}) % ${words.length} ${words.map((word, at) => `WHEN ${at} THEN '${word}'`).join(" ")} END`;

const first = wordBy(names, 1);
const last = `${wordBy(families, names.length)} || (i / 169)`;
const areas = wordBy(["TX", "NY", "FL", "OH", "WA"], 3);
const hour = 3_600_000;

/**
 * Two in three orders belong to accounts. One in a hundred waits, half of these with an uncharged
 * payment. One in 500 was taken by phone.
 */
const texts = (orders: number, now: number): readonly string[] => [
  `INSERT INTO customer (id, email, email_norm, email_verified, first_name, last_name, created_at)
   SELECT 'customer-' || i, 'person' || i || '@mail' || (i % 40) || '.example', 'person' || i || '@mail' || (i % 40) || '.example',
     1, ${first}, ${last}, ${now} - i * ${hour} FROM n`,
  `INSERT INTO checkout (id, state, order_id, created_at, updated_at, expires_at)
   SELECT 'checkout-' || i, 'completed', 'order-' || i, ${now} - i * ${hour}, ${now} - i * ${hour}, ${now} FROM n`,
  `INSERT INTO orders (id, number, checkout_id, customer_id, email, email_norm, state, subtotal, discount, shipping, tax, total,
     shipping_method, placed_at, fulfilled_at, taken_by)
   SELECT 'order-' || i, ${orders} - i + 1, 'checkout-' || i, CASE i % 3 WHEN 0 THEN NULL ELSE 'customer-' || i END,
     'person' || i || '@mail' || (i % 40) || '.example', 'person' || i || '@mail' || (i % 40) || '.example',
     CASE WHEN i % 100 = 7 THEN 'placed' WHEN i % 50 = 9 THEN 'canceled' ELSE 'fulfilled' END,
     4000, 0, 500, 300, 4800, 'Ground', ${now} - i * ${hour},
     CASE WHEN i % 100 = 7 OR i % 50 = 9 THEN NULL ELSE ${now} - i * ${hour} + ${hour} END, CASE i % 500 WHEN 11 THEN 'staff:bench' END FROM n`,
  ...["shipping", "billing"].map(
    (
      kind,
    ) => `INSERT INTO order_address (order_id, kind, first_name, last_name, street_address_1, phone, city, postal_code, country, country_area)
     SELECT 'order-' || i, '${kind}', ${first}, ${last}, i || ' Main St', '512-555-' || (i % 10000), 'Town', '75001', 'US', ${areas} FROM n`,
  ),
  `INSERT INTO order_line (id, order_id, position, product_id, variant_id, product_slug, product_name, variant_name, quantity,
     unit_price, discount, tax, net)
   SELECT 'line-' || i, 'order-' || i, 0, v.product_id, v.id, p.slug, p.name, v.name, 2, 2000, 0, 300, 4000
   FROM n JOIN variant v ON v.key = (i % ${orders}) || '-0' JOIN product p ON p.id = v.product_id`,
  `INSERT INTO order_event (id, order_id, kind, actor, at)
   SELECT 'event-' || i, 'order-' || i, 'placed', 'shopper', ${now} - i * ${hour} FROM n`,
  `INSERT INTO order_event (id, order_id, kind, note, actor, at)
   SELECT 'note-' || i, 'order-' || i, 'note', 'Call first', 'staff:bench-' || (i % 7), ${now} - i * ${hour} + 1 FROM n`,
  `INSERT INTO order_tag (order_id, tag)
   SELECT 'order-' || i, CASE WHEN i % 1000 = 3 THEN 'rare' ELSE 'gift' END FROM n WHERE i % 4 = 3`,
  `INSERT INTO audit_entry (id, actor, record_kind, record_id, action, before, after, request_id, at)
   SELECT 'entry-' || i, 'staff:bench-' || (i % 7), CASE WHEN i % 1000 = 3 THEN 'promo' ELSE 'product' END, 'record-' || i,
     'changed', '{"name":"Old"}', '{"name":"New"}', 'request-' || i, ${now} - i * ${hour} + 2 FROM n`,
  `INSERT INTO security_event (id, subject_kind, subject_id, kind, actor, request_id, at)
   SELECT 'sign-in-' || i, 'customer', 'customer-' || i, 'signed-in', 'customer', 'request-' || i, ${now} - i * ${hour} + 3 FROM n`,
  ...Object.entries({ receivable: -4800, gateway: 4800 }).map(
    ([account, amount]) => `INSERT INTO ledger_entry (id, order_id, event, account, amount, at)
     SELECT 'captured-${account}-' || i, 'order-' || i, 'captured', '${account}', ${amount}, ${now} - i * ${hour} FROM n WHERE i % 200 <> 7`,
  ),
  ...Object.entries({ receivable: 4800, revenue: -4000, shipping: -500, tax: -300 }).map(
    ([account, amount]) => `INSERT INTO ledger_entry (id, order_id, event, account, amount, at)
     SELECT 'placed-${account}-' || i, 'order-' || i, 'placed', '${account}', ${amount}, ${now} - i * ${hour} FROM n`,
  ),
  `UPDATE counter SET value = ${orders + 1} WHERE name = 'order'`,
];

/**
 * Adds accounts and orders to a shop's SQLite file, with a statement for each table. Their times go
 * back by an hour from one to the next.
 */
export function writeOrders(path: string, orders: number, now: number): void {
  const file = new DatabaseSync(path);
  for (const pragma of ["synchronous = OFF", "cache_size = -600000", "temp_store = MEMORY"]) file.exec(`PRAGMA ${pragma}`);
  file.exec(`BEGIN; CREATE TEMP TABLE n AS
    WITH RECURSIVE up (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM up WHERE i < ${orders}) SELECT i FROM up`);
  for (const text of texts(orders, now)) file.exec(text);
  file.exec("COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
}
