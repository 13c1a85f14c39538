import { inFile, type Mutation } from "../mutation.ts";

const constraints = "tests/payments/constraints.test.ts";
const catalog = inFile("server/db/migrations/001-shop/catalog.ts", constraints);
const checkout = inFile("server/db/migrations/001-shop/checkout.ts", constraints);
const orders = inFile("server/db/migrations/001-shop/orders.ts", constraints);
const afterSale = inFile("server/db/migrations/045-after-sale-kept.ts", constraints);
const erasure = inFile("server/db/migrations/039-erasure.ts", constraints);
const triggers = inFile("server/db/migrations/001-shop/triggers.ts", constraints);

/** What the tables refuse by themselves, whoever writes. */
export const tableGuards: readonly Mutation[] = [
  catalog(
    "I1",
    "CHECK on stock",
    "CONSTRAINT variant_stock CHECK (reserved >= 0 AND on_hand >= reserved)",
    "CONSTRAINT variant_stock CHECK (reserved >= 0)",
  ),
  catalog("I1", "CHECK on held units", "CHECK (reserved >= 0 AND on_hand >= reserved)", "CHECK (on_hand >= reserved)"),
  orders(
    "I3",
    "UNIQUE orders.checkout_id",
    "checkout_id TEXT NOT NULL UNIQUE REFERENCES",
    "checkout_id TEXT NOT NULL REFERENCES",
  ),
  orders("I14", "UNIQUE orders.number", "number INT8 NOT NULL UNIQUE", "number INT8 NOT NULL"),
  orders("I7", "CHECK on an order's sums", "CHECK (total = subtotal - discount + shipping + tax)", "CHECK (total >= 0)"),
  orders("I7", "CHECK on a line's sums", "CHECK (net = unit_price * quantity - discount)", "CHECK (net >= 0)"),
  orders("I8", "UNIQUE ledger_entry", "UNIQUE (order_id, event, account)", "UNIQUE (id, event, account)"),
  orders("I12", "UNIQUE job", "UNIQUE (kind, subject)", "UNIQUE (id, subject)"),
  checkout("I4", "UNIQUE undecided attempt", "CREATE UNIQUE INDEX attempt_one_live", "CREATE INDEX attempt_one_live"),
  checkout("I6", "UNIQUE attempt.key", "key TEXT NOT NULL UNIQUE,\n  kind", "key TEXT NOT NULL,\n  kind"),
  checkout("I5", "UNIQUE attempt.order_id", "order_id TEXT NOT NULL UNIQUE,", "order_id TEXT NOT NULL,"),
  checkout("I6", "UNIQUE number of an attempt", "UNIQUE (checkout_id, n)", "UNIQUE (id, n)"),
  checkout(
    "I7",
    "CHECK on an attempt's amount",
    "amount INT8 NOT NULL CHECK (amount >= 0),\n  snapshot",
    "amount INT8 NOT NULL,\n  snapshot",
  ),
  checkout(
    "I9",
    "CHECK on a promo's limit",
    "CHECK (used >= 0 AND (usage_limit IS NULL OR used <= usage_limit))",
    "CHECK (used >= 0)",
  ),
  checkout("I9", "CHECK on a promo's uses", "CHECK (used >= 0 AND (usage_limit", "CHECK ((usage_limit"),
  checkout("I9", "UNIQUE redemption of a checkout", "UNIQUE (promo_id, checkout_id)", "UNIQUE (id, checkout_id)"),
  checkout("I9", "UNIQUE redemption of a mail", "UNIQUE (promo_id, once_email)", "UNIQUE (id, once_email)"),
  checkout("I13", "CHECK on a gift's quantity", "CHECK (gift = 0 OR quantity = 1)", "CHECK (quantity > 0)"),
  checkout(
    "I16",
    "CHECK on a completed checkout",
    "CHECK ((state = 'completed') = (order_id IS NOT NULL))",
    "CHECK (state <> '')",
  ),
  checkout("§5", "PRIMARY KEY of an Idempotency-Key", "PRIMARY KEY (checkout_id, key)", "PRIMARY KEY (checkout_id, key, at)"),
  inFile("server/db/migrations/014-form-keys.ts", constraints)(
    "§5",
    "PRIMARY KEY of a form's key",
    "PRIMARY KEY (checkout_id, key)",
    "PRIMARY KEY (checkout_id, key, at)",
  ),
  erasure(
    "I16",
    "a completed checkout is not updated, on SQLite",
    "WHEN OLD.state = 'completed' AND NOT (",
    "WHEN OLD.state = '' AND NOT (",
  ),
  triggers(
    "I16",
    "a completed checkout is not deleted, on SQLite",
    "`CREATE TRIGGER checkout_kept BEFORE DELETE ON checkout WHEN OLD.state = 'completed' ${",
    "`CREATE TRIGGER checkout_kept BEFORE DELETE ON checkout WHEN OLD.state = '' ${",
  ),
  erasure(
    "I16",
    "a completed checkout is not updated, on PostgreSQL",
    "WHEN (OLD.state = 'completed' AND NOT (",
    "WHEN (OLD.state = '' AND NOT (",
  ),
  erasure(
    "I16",
    "a completed checkout is not deleted, on PostgreSQL",
    "WHEN (OLD.state = 'completed') EXECUTE",
    "WHEN (OLD.state = '') EXECUTE",
  ),
  triggers(
    "I16",
    "a part of a completed checkout does not change, on SQLite",
    "}.checkout_id) = 'completed'`",
    "}.checkout_id) = ''`",
  ),
  triggers(
    "I16",
    "a part of a completed checkout does not change, on PostgreSQL",
    "NEW.checkout_id)) = 'completed' THEN",
    "NEW.checkout_id)) = '' THEN",
  ),
  triggers(
    "I10",
    "what is written once is not rewritten, on SQLite",
    '...["order_line", "ledger_entry", "stock_movement"].flatMap((table) =>',
    '...["stock_movement"].flatMap((table) =>',
  ),
  triggers(
    "I10",
    "what is written once is not rewritten, on PostgreSQL",
    '...["order_line", "ledger_entry", "stock_movement"].map(',
    '...["stock_movement"].map(',
  ),
  afterSale("I10", "an edit is written once", '["order_edit", "order_refund_line"]', '["order_refund_line"]'),
  afterSale("I7", "a refunded line is written once", '["order_edit", "order_refund_line"]', '["order_edit"]'),
  afterSale("I7", "a refund is decided once", `"OLD.state <> 'requested'", `, ""),
  afterSale("I7", "what a refund requested stays", "...requested.map((column) =>", "...requested.slice(0, 2).map((column) =>"),
];
