import { liveStates, orderedStates } from "../rules/attempt.ts";

/**
 * One invariant of docs/checkout.md: `sql` finds rows that break it, and is the same for both
 * engines.
 */
export type Statement = { name: string; about: string; sql: string };

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(", ");

const live = quoted(liveStates);
const ordered = `a.state IN (${quoted(orderedStates)}) AND a.refusal_code IS NULL`;

/**
 * The units are summed once and joined, since a sum per line would read the same rows again and
 * again.
 */
const orderedUnits = "SELECT order_id, variant_id, SUM(quantity) AS ordered FROM order_line GROUP BY order_id, variant_id";

const stock: readonly Statement[] = [
  {
    name: "I1",
    about: "no more of a variant is held than is on hand",
    sql: "SELECT id AS variant, on_hand, reserved FROM variant WHERE reserved < 0 OR on_hand < reserved",
  },
  {
    name: "I2",
    about: "held units belong to payments in progress, and units on hand equal the sum of stock movements",
    sql: `SELECT * FROM (
      SELECT v.id AS variant, v.on_hand, v.reserved,
        COALESCE((SELECT SUM(m.units) FROM stock_movement m WHERE m.variant_id = v.id), 0) AS moved,
        COALESCE((SELECT SUM(r.quantity) FROM attempt_reservation r JOIN attempt a ON a.id = r.attempt_id
          WHERE r.variant_id = v.id AND a.state IN (${live})), 0) AS held
      FROM variant v) counted
      WHERE reserved <> held OR on_hand <> moved`,
  },
  {
    name: "I2",
    about: "stock movements of an order equal what it sold",
    sql: `SELECT * FROM (
      SELECT l.order_id, l.variant_id AS variant, l.ordered, COALESCE(m.sold, 0) AS sold
      FROM (${orderedUnits}) l
      LEFT JOIN (SELECT order_id, variant_id, -SUM(units) AS sold FROM stock_movement
        WHERE kind = 'sold' GROUP BY order_id, variant_id) m ON m.order_id = l.order_id AND m.variant_id = l.variant_id) counted
      WHERE ordered <> sold`,
  },
  {
    name: "I2",
    about: "units that were canceled, edited out, or returned for sale were restocked once, and no others were",
    sql: `SELECT * FROM (
      SELECT l.order_id, o.state, l.variant_id AS variant, l.ordered, COALESCE(e.units, 0) AS edited,
        COALESCE(r.units, 0) AS returned, COALESCE(m.units, 0) AS restocked
      FROM (${orderedUnits}) l JOIN orders o ON o.id = l.order_id
      LEFT JOIN (SELECT e.order_id, x.variant_id, SUM(e.quantity) AS units FROM order_edit e
        JOIN order_line x ON x.id = e.line_id GROUP BY e.order_id, x.variant_id) e
        ON e.order_id = l.order_id AND e.variant_id = l.variant_id
      LEFT JOIN (SELECT r.order_id, x.variant_id, SUM(r.quantity) AS units FROM order_return r
        JOIN order_line x ON x.id = r.line_id WHERE r.restocked = 1 GROUP BY r.order_id, x.variant_id) r
        ON r.order_id = l.order_id AND r.variant_id = l.variant_id
      LEFT JOIN (SELECT order_id, variant_id, SUM(units) AS units FROM stock_movement
        WHERE kind = 'restocked' GROUP BY order_id, variant_id) m ON m.order_id = l.order_id AND m.variant_id = l.variant_id) counted
      WHERE restocked <> CASE WHEN state = 'canceled' THEN ordered ELSE edited + returned END`,
  },
];

const orders: readonly Statement[] = [
  {
    name: "I3",
    about: "a completed checkout has one order, and any other has none",
    sql: `SELECT c.id AS checkout, c.state, COUNT(o.id) AS orders FROM checkout c LEFT JOIN orders o ON o.checkout_id = c.id
      GROUP BY c.id, c.state, c.order_id
      HAVING COUNT(o.id) <> CASE WHEN c.state = 'completed' THEN 1 ELSE 0 END OR MIN(o.id) <> c.order_id`,
  },
  {
    name: "I4",
    about: "a checkout being paid has one undecided attempt, and any other has none",
    sql: `SELECT c.id AS checkout, c.state, COUNT(a.id) AS undecided
      FROM checkout c LEFT JOIN attempt a ON a.checkout_id = c.id AND a.state IN (${live})
      GROUP BY c.id, c.state HAVING COUNT(a.id) <> CASE WHEN c.state = 'paying' THEN 1 ELSE 0 END`,
  },
  {
    name: "I5",
    about: "an order has one attempt that paid for it, and that attempt has an order",
    sql: `SELECT o.id AS order_id, COUNT(a.id) AS attempts FROM orders o
        LEFT JOIN attempt a ON a.checkout_id = o.checkout_id AND a.order_id = o.id AND ${ordered} GROUP BY o.id HAVING COUNT(a.id) <> 1
      UNION ALL
      SELECT a.order_id, 1 FROM attempt a LEFT JOIN orders o ON o.id = a.order_id WHERE ${ordered} AND o.id IS NULL`,
  },
  {
    name: "I7",
    about: "an order's total equals the sum of its lines, the authorized amount, and the total shown",
    sql: `SELECT * FROM (
      SELECT o.id AS order_id, o.total, a.amount AS authorized, q.total AS shown, o.discount, o.tax,
        SUM(l.unit_price * l.quantity) - SUM(l.discount) + o.shipping + SUM(l.tax) + o.shipping_tax AS summed,
        SUM(l.discount) AS discounts, SUM(l.tax) + o.shipping_tax AS taxes
      FROM orders o
      JOIN order_line l ON l.order_id = o.id
      JOIN checkout c ON c.id = o.checkout_id
      LEFT JOIN attempt a ON a.order_id = o.id
      LEFT JOIN quote q ON q.id = c.quote_id AND q.checkout_id = c.id
      GROUP BY o.id, o.total, o.discount, o.tax, o.shipping, o.shipping_tax, a.amount, q.total) summed_up
      WHERE authorized IS NULL OR shown IS NULL OR total <> authorized OR total <> shown OR total <> summed
        OR discount <> discounts OR tax <> taxes`,
  },
  {
    name: "I7",
    about: "no more of an order line was edited out, refunded, or returned than was sold",
    sql: `SELECT l.order_id, l.id AS line, l.quantity, SUM(t.paid) AS paid_back, SUM(t.gone) AS gone FROM order_line l JOIN (
        SELECT line_id, quantity AS paid, quantity AS gone, net, tax FROM order_edit
        UNION ALL
        SELECT x.line_id, x.quantity, 0, x.net, x.tax FROM order_refund_line x
          JOIN order_refund r ON r.order_id = x.order_id AND r.n = x.n WHERE r.state <> 'withdrawn'
        UNION ALL
        SELECT line_id, 0, 0, 0, tax FROM order_readdress_line
        UNION ALL
        SELECT line_id, 0, quantity, 0, 0 FROM order_return) t ON t.line_id = l.id
      GROUP BY l.order_id, l.id, l.quantity, l.net, l.tax
      HAVING SUM(t.paid) > l.quantity OR SUM(t.gone) > l.quantity OR SUM(t.net) > l.net OR SUM(t.tax) > l.tax`,
  },
  {
    name: "I7",
    about: "edits and refunds are booked in the ledger as they were agreed",
    sql: `SELECT e.order_id, 'edited:' || e.n AS event FROM order_edit e
        WHERE e.net + e.tax <> COALESCE((SELECT -SUM(l.amount) FROM ledger_entry l
          WHERE l.order_id = e.order_id AND l.event = 'edited:' || e.n AND l.account = 'receivable'), 0)
      UNION ALL
      SELECT r.order_id, 'refunded:' || r.key FROM order_refund r
        WHERE CASE WHEN r.state = 'refunded' THEN r.amount ELSE 0 END <> COALESCE((SELECT -SUM(l.amount) FROM ledger_entry l
          WHERE l.order_id = r.order_id AND l.event = 'refunded:' || r.key AND l.account IN ('gateway', 'manual')), 0)`,
  },
  {
    name: "I7",
    about: "what an order costs less in another state is the sum of its lines and shipping, as the ledger has it",
    sql: `SELECT * FROM (
      SELECT r.order_id, r.n, r.shipping, r.tax,
        r.shipping_tax + COALESCE((SELECT SUM(l.tax) FROM order_readdress_line l WHERE l.order_id = r.order_id AND l.n = r.n), 0) AS summed,
        COALESCE((SELECT SUM(e.amount) FROM ledger_entry e
          WHERE e.order_id = r.order_id AND e.event = 'readdressed:' || r.n AND e.account = 'shipping'), 0) AS booked_shipping,
        COALESCE((SELECT SUM(e.amount) FROM ledger_entry e
          WHERE e.order_id = r.order_id AND e.event = 'readdressed:' || r.n AND e.account = 'tax'), 0) AS booked_tax
      FROM order_readdress r) agreed
      WHERE tax <> summed OR tax <> booked_tax OR shipping <> booked_shipping`,
  },
  {
    name: "I8",
    about: "a sale is of the state that its order goes to",
    sql: `SELECT s.order_id, s.event, s.area, a.country_area AS state FROM sale_entry s
      JOIN order_address a ON a.order_id = s.order_id AND a.kind = 'shipping' WHERE s.area <> a.country_area`,
  },
  {
    name: "I7",
    about: "what was charged less what went back equals the order's total after its edits less the refunds granted",
    sql: `SELECT * FROM (
      SELECT o.id AS order_id, o.number, a.state,
        COALESCE((SELECT SUM(e.amount) FROM ledger_entry e WHERE e.order_id = o.id AND e.account = 'receivable'), 0) AS receivable,
        COALESCE((SELECT SUM(r.owed) FROM order_refund r WHERE r.order_id = o.id AND r.state = 'requested'), 0) AS on_its_way
      FROM orders o JOIN attempt a ON a.order_id = o.id) due
      WHERE state IN ('captured', 'refunding', 'part_refunded', 'refunded', 'voided') AND receivable + on_its_way <> 0`,
  },
  {
    name: "I11",
    about: "nothing was sold to a state where it cannot be sold",
    // Units that an edit took out before a change of state do not go to the new state.
    sql: `SELECT l.order_id, p.slug AS product, s.country_area AS state FROM order_line l
      JOIN product p ON p.id = l.product_id
      JOIN attempt a ON a.order_id = l.order_id
      JOIN order_address s ON s.order_id = l.order_id AND s.kind = 'shipping'
      JOIN state_rule r ON r.country = s.country AND r.area = s.country_area AND (r.product_id = p.id OR r.category_id = p.category_id)
      LEFT JOIN (SELECT order_id, MAX(at) AS at FROM order_readdress GROUP BY order_id) m ON m.order_id = l.order_id
      WHERE r.since <= COALESCE(m.at, a.created_at) AND r.allowed = 0 AND (r.product_id IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM state_rule x WHERE x.country = r.country AND x.area = r.area AND x.product_id = p.id AND x.allowed = 1))
        AND (m.at IS NULL OR l.quantity > COALESCE((SELECT SUM(e.quantity) FROM order_edit e WHERE e.line_id = l.id AND e.order_id = l.order_id), 0))`,
  },
  {
    name: "I12",
    about: "an order has one confirmation email",
    // A job is deleted some time after an event has recorded its outcome. So an order without the
    // job must have such an event.
    sql: `SELECT o.id AS order_id, COUNT(j.id) AS mails FROM orders o
      LEFT JOIN job j ON j.kind = 'confirmation-mail' AND j.subject = o.id
      GROUP BY o.id
      HAVING COUNT(j.id) > 1 OR (COUNT(j.id) = 0 AND NOT EXISTS (
        SELECT 1 FROM order_event e WHERE e.order_id = o.id AND e.kind IN ('confirmation mailed', 'confirmation not mailed')))`,
  },
  {
    name: "I13",
    about: "an order has at most one gift, and it is free",
    sql: `SELECT order_id, COUNT(*) AS gifts FROM order_line WHERE gift = 1 GROUP BY order_id
      HAVING COUNT(*) > 1 OR SUM(quantity) > 1 OR SUM(unit_price) > 0 OR SUM(net) > 0 OR SUM(tax) > 0`,
  },
  {
    name: "I14",
    about: "an order number is used once, and the counter is past it",
    sql: `SELECT number, COUNT(*) AS orders FROM orders GROUP BY number
      HAVING COUNT(*) > 1 OR number > (SELECT value FROM counter WHERE name = 'order')`,
  },
  {
    name: "I16",
    about: "an order adds products to the order that its checkout says, which adds to no other",
    sql: `SELECT o.id AS order_id, o.supplement_of FROM orders o JOIN checkout c ON c.id = o.checkout_id
      LEFT JOIN orders p ON p.id = o.supplement_of
      WHERE COALESCE(o.supplement_of, '') <> COALESCE(c.supplement_of, '')
        OR (o.supplement_of IS NOT NULL AND (p.id IS NULL OR p.supplement_of IS NOT NULL))`,
  },
  {
    name: "I16",
    about: "a paid exchange has taken what it gives back out of its order, and no other has",
    sql: `SELECT x.checkout_id, c.state, x.order_id, l.line_id FROM exchange x
      JOIN checkout c ON c.id = x.checkout_id JOIN orders p ON p.id = x.order_id
      LEFT JOIN exchange_line l ON l.checkout_id = x.checkout_id
      LEFT JOIN order_edit e ON e.order_id = x.order_id AND e.n = l.edit_n AND e.line_id = l.line_id AND e.quantity = l.quantity
      WHERE COALESCE(c.supplement_of, '') <> x.order_id OR l.line_id IS NULL
        OR CASE WHEN c.state = 'completed'
          THEN x.done_at IS NULL OR l.edit_n IS NULL OR (l.edit_n = 0 AND p.state <> 'canceled') OR (l.edit_n > 0 AND e.n IS NULL)
          ELSE x.done_at IS NOT NULL OR l.edit_n IS NOT NULL END
      UNION ALL
      SELECT o.checkout_id, o.state, o.supplement_of, o.id FROM orders o LEFT JOIN exchange x ON x.checkout_id = o.checkout_id
        WHERE o.is_exchange <> CASE WHEN x.checkout_id IS NULL THEN 0 ELSE 1 END`,
  },
  {
    name: "I16",
    about: "a completed checkout matches its order",
    // An email is empty once it has expired (checkout/expiry.ts).
    // `|| ''` keeps the variant's index unused: it would read all orders of the variant per line.
    sql: `SELECT c.id AS checkout, o.id AS order_id FROM checkout c JOIN orders o ON o.checkout_id = c.id
      WHERE c.email NOT IN ('', o.email) OR EXISTS (
        SELECT 1 FROM checkout_line l WHERE l.checkout_id = c.id AND l.gift = 0 AND NOT EXISTS (
          SELECT 1 FROM order_line x WHERE x.order_id = o.id AND x.gift = 0 AND x.variant_id || '' = l.variant_id AND x.quantity = l.quantity))
      OR EXISTS (
        SELECT 1 FROM order_line x WHERE x.order_id = o.id AND NOT EXISTS (
          SELECT 1 FROM checkout_line l WHERE l.checkout_id = c.id AND l.gift = x.gift AND l.variant_id = x.variant_id AND l.quantity = x.quantity))`,
  },
];

const ledger: readonly Statement[] = [
  {
    name: "I8",
    about: "every ledger event balances, and no more is refunded than was paid",
    sql: `SELECT order_id, event, SUM(amount) AS amount FROM ledger_entry GROUP BY order_id, event HAVING SUM(amount) <> 0
      UNION ALL
      SELECT order_id, account, SUM(amount) FROM ledger_entry WHERE account IN ('gateway', 'manual')
        GROUP BY order_id, account HAVING SUM(amount) < 0
      UNION ALL
      SELECT r.order_id, 'requested', SUM(r.amount) FROM order_refund r WHERE r.state = 'requested' GROUP BY r.order_id
        HAVING SUM(r.amount) > (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entry e WHERE e.order_id = r.order_id
          AND e.account IN ('gateway', 'manual'))`,
  },
  {
    name: "I8",
    about: "what reports sum up equals the ledger",
    sql: `SELECT order_id, SUM(products) AS products, SUM(discount) AS discount, SUM(shipping) AS shipping, SUM(tax) AS tax FROM (
        SELECT order_id, products, discount, shipping, tax FROM sale_entry
        UNION ALL
        SELECT order_id, CASE WHEN account = 'revenue' THEN amount ELSE 0 END, CASE WHEN account = 'discount' THEN -amount ELSE 0 END,
          CASE WHEN account = 'shipping' THEN amount ELSE 0 END, CASE WHEN account = 'tax' THEN amount ELSE 0 END FROM ledger_entry) both_sides
      GROUP BY order_id HAVING SUM(products) <> 0 OR SUM(discount) <> 0 OR SUM(shipping) <> 0 OR SUM(tax) <> 0`,
  },
  {
    name: "I8",
    about: "the sums of days before the mark equal what they sum up",
    sql: `SELECT day, SUM(orders) AS orders, SUM(products) AS products, SUM(shipping) AS shipping, SUM(tax) AS tax FROM (
        SELECT day, orders, sold - discount + back AS products, shipping, tax_charged + tax_back AS tax
          FROM sale_sum WHERE part = 'all' AND day < (SELECT until FROM sale_sum_mark)
        UNION ALL
        SELECT at / 86400000, -orders, discount - products, -shipping, -tax
          FROM sale_entry WHERE at < (SELECT until FROM sale_sum_mark) * 86400000) both_sides
      GROUP BY day HAVING SUM(orders) <> 0 OR SUM(products) <> 0 OR SUM(shipping) <> 0 OR SUM(tax) <> 0`,
  },
  {
    name: "I8",
    about: "what reports say was sold when, and lies in which category, is so",
    sql: `SELECT l.id, s.at FROM order_line l JOIN sale_entry s ON s.order_id = l.order_id AND s.orders = 1
        WHERE l.sold_at IS NULL OR l.sold_at <> s.at
      UNION ALL
      SELECT v.id, 0 FROM variant v JOIN product p ON p.id = v.product_id WHERE v.category_id IS NULL OR v.category_id <> p.category_id`,
  },
  {
    name: "I8",
    about: "the ledger agrees with the payments",
    sql: `SELECT * FROM (
      SELECT o.id AS order_id, a.kind, a.state, o.total, COALESCE(a.capture_amount, o.total) AS to_take,
        COALESCE((SELECT SUM(e.amount) FROM ledger_entry e WHERE e.order_id = o.id AND e.event = 'placed' AND e.account = 'receivable'), 0) AS owed,
        COALESCE((SELECT SUM(e.amount) FROM ledger_entry e WHERE e.order_id = o.id AND e.account = 'gateway' AND e.amount > 0), 0) AS taken,
        COALESCE((SELECT -SUM(e.amount) FROM ledger_entry e WHERE e.order_id = o.id AND e.account = 'gateway' AND e.amount < 0), 0) AS returned
      FROM orders o JOIN attempt a ON a.order_id = o.id) booked
      WHERE owed <> total OR (kind <> 'manual' AND (
        taken <> CASE WHEN state IN ('captured', 'refunding', 'part_refunded', 'refunded') THEN to_take ELSE 0 END
        OR (state = 'refunded' AND returned <> taken)
        OR (state IN ('finalized', 'captured', 'voiding', 'voided') AND returned <> 0)))`,
  },
  {
    name: "I8",
    about: "money without a card has its own account, is never more than was owed, and none is kept of a canceled order",
    sql: `SELECT * FROM (
      SELECT o.id AS order_id, o.number, o.state, a.kind, m.settled_at, m.ships_unpaid,
        (SELECT COUNT(*) FROM order_means x WHERE x.order_id = o.id) AS means,
        (SELECT COUNT(*) FROM ledger_entry e WHERE e.order_id = o.id
          AND e.account = CASE WHEN a.kind = 'manual' THEN 'gateway' ELSE 'manual' END) AS elsewhere,
        COALESCE((SELECT SUM(e.amount) FROM ledger_entry e WHERE e.order_id = o.id AND e.account = 'receivable'), 0) AS owed,
        COALESCE((SELECT SUM(e.amount) FROM ledger_entry e WHERE e.order_id = o.id AND e.account = 'manual'), 0) AS held,
        COALESCE((SELECT SUM(r.amount) FROM order_refund r WHERE r.order_id = o.id AND r.state = 'requested'), 0) AS requested,
        COALESCE((SELECT SUM(r.owed) FROM order_refund r WHERE r.order_id = o.id AND r.state = 'requested'), 0) AS on_its_way
      FROM orders o JOIN attempt a ON a.order_id = o.id LEFT JOIN order_means m ON m.order_id = o.id) booked
      WHERE elsewhere <> 0 OR means <> CASE WHEN kind = 'manual' THEN 1 ELSE 0 END
        OR (kind = 'manual' AND (owed + on_its_way < 0
          OR (settled_at IS NULL AND owed <= 0) OR (settled_at IS NOT NULL AND owed > 0)
          OR (state = 'canceled' AND (owed <> 0 OR held <> requested))
          OR (state = 'fulfilled' AND owed > 0 AND ships_unpaid = 0)))`,
  },
  {
    name: "I8",
    about: "a canceled order keeps no money: it was returned, or a job is about to return it",
    sql: `SELECT o.id AS order_id, o.number, a.state FROM orders o JOIN attempt a ON a.order_id = o.id
      WHERE o.state = 'canceled' AND o.total > 0 AND a.kind <> 'manual' AND a.state NOT IN ('voided', 'refunded') AND NOT EXISTS (
        SELECT 1 FROM job j WHERE j.state = 'waiting'
          AND j.kind = 'void' AND j.subject = o.id)
        AND NOT EXISTS (SELECT 1 FROM order_refund r WHERE r.order_id = o.id AND r.state = 'requested')`,
  },
  {
    name: "I8",
    about: "a requested refund is about to be made",
    sql: `SELECT r.order_id, o.number, r.key FROM order_refund r JOIN orders o ON o.id = r.order_id
      JOIN attempt a ON a.order_id = o.id
      WHERE r.state = 'requested' AND a.kind <> 'manual' AND NOT EXISTS (
        SELECT 1 FROM job j WHERE j.kind = 'refund' AND j.subject = r.key AND j.state = 'waiting')`,
  },
  {
    name: "I8",
    about: "a payment is being refunded as long as a refund of its order is requested",
    sql: `SELECT o.id AS order_id, o.number, a.state FROM orders o JOIN attempt a ON a.order_id = o.id
      WHERE a.state = 'refunding'
        AND NOT EXISTS (SELECT 1 FROM order_refund r WHERE r.order_id = o.id AND r.state = 'requested')`,
  },
  {
    name: "I8",
    about: "nothing ships before its payment is charged",
    sql: `SELECT o.id AS order_id, o.number, a.state FROM orders o JOIN attempt a ON a.order_id = o.id
      WHERE o.state = 'fulfilled' AND o.total > 0 AND a.kind <> 'manual' AND a.state IN ('finalized', 'voiding', 'voided')`,
  },
  {
    name: "I8",
    about: "the ledger of money without an order balances, and has nothing left of what was returned",
    sql: `SELECT ref, event, SUM(amount) AS amount FROM orphan_ledger_entry GROUP BY ref, event HAVING SUM(amount) <> 0
      UNION ALL
      SELECT e.ref, e.account, SUM(e.amount) FROM orphan_ledger_entry e
      JOIN orphan_authorization o ON o.ref = e.ref WHERE o.state IN ('voided', 'refunded')
      GROUP BY e.ref, e.account HAVING SUM(e.amount) <> 0`,
  },
  {
    name: "I9",
    about: "an order counts as a use of its promo code, and a canceled one does not",
    sql: `SELECT o.id AS order_id, o.state, o.promo_code, COUNT(r.id) AS uses FROM orders o
      LEFT JOIN promo_redemption r ON r.checkout_id = o.checkout_id
      GROUP BY o.id, o.state, o.promo_code
      HAVING COUNT(r.id) <> CASE WHEN o.promo_code IS NULL OR o.state = 'canceled' THEN 0 ELSE 1 END`,
  },
  {
    name: "I9",
    about: "a promo code's uses equal its redemptions and stay within its limit",
    sql: `SELECT p.code, p.used, p.usage_limit, COUNT(r.id) AS redeemed FROM promo p LEFT JOIN promo_redemption r ON r.promo_id = p.id
      GROUP BY p.id, p.code, p.used, p.usage_limit HAVING p.used <> COUNT(r.id) OR p.used > p.usage_limit`,
  },
  {
    name: "I9",
    about: "nobody used a one-time promo code twice",
    sql: `SELECT p.code, r.email_norm, COUNT(*) AS redeemed FROM promo p JOIN promo_redemption r ON r.promo_id = p.id
      WHERE p.once_per_customer = 1 GROUP BY p.code, r.email_norm HAVING COUNT(*) > 1`,
  },
  {
    name: "I9",
    about: "a redemption is used with an order, or pending with a payment in progress",
    sql: `SELECT r.id AS redemption, r.state FROM promo_redemption r JOIN checkout c ON c.id = r.checkout_id
      WHERE c.state <> CASE WHEN r.state = 'used' THEN 'completed' ELSE 'paying' END`,
  },
  {
    name: "I15",
    about: "of a card, only the brand and last four digits are stored",
    sql: "SELECT id AS attempt FROM attempt WHERE LENGTH(last4) > 4 OR LENGTH(brand) > 12 OR LENGTH(avs) > 8 OR LENGTH(cvv) > 8",
  },
];

export const statements: readonly Statement[] = [...stock, ...orders, ...ledger];
