import { inFile, type Mutation } from "../mutation.ts";

const constraints = "tests/payments/constraints.test.ts";
const part = (name: string) => inFile(`server/db/migrations/001-base/${name}.ts`, constraints);
const [catalog, checkout, orders, payments, selling] = [
  part("catalog"),
  part("checkout"),
  part("orders"),
  part("payments"),
  part("selling"),
];
const [shared, work] = [part("part"), part("work")];

/**
 * The guards in the tables themselves, such as constraints. They hold for every program that
 * writes.
 */
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
  work("I12", "UNIQUE job", "UNIQUE (kind, subject)", "UNIQUE (id, subject)"),
  payments("I4", "UNIQUE undecided attempt", "CREATE UNIQUE INDEX attempt_one_live", "CREATE INDEX attempt_one_live"),
  payments("I6", "UNIQUE attempt.key", "key TEXT NOT NULL UNIQUE,\n  kind", "key TEXT NOT NULL,\n  kind"),
  payments("I5", "UNIQUE attempt.order_id", "order_id TEXT NOT NULL UNIQUE,", "order_id TEXT NOT NULL,"),
  payments("I6", "UNIQUE number of an attempt", "UNIQUE (checkout_id, n)", "UNIQUE (id, n)"),
  payments(
    "I7",
    "CHECK on an attempt's amount",
    "amount INT8 NOT NULL CHECK (amount >= 0),\n  snapshot",
    "amount INT8 NOT NULL,\n  snapshot",
  ),
  selling(
    "I9",
    "CHECK on a promo's limit",
    "CHECK (used >= 0 AND (usage_limit IS NULL OR used <= usage_limit))",
    "CHECK (used >= 0)",
  ),
  selling("I9", "CHECK on a promo's uses", "CHECK (used >= 0 AND (usage_limit", "CHECK ((usage_limit"),
  checkout("I9", "UNIQUE redemption of a checkout", "UNIQUE (promo_id, checkout_id)", "UNIQUE (id, checkout_id)"),
  checkout("I9", "UNIQUE redemption of a mail", "UNIQUE (promo_id, once_email)", "UNIQUE (id, once_email)"),
  checkout("I13", "CHECK on a gift's quantity", "CHECK (gift = 0 OR quantity = 1)", "CHECK (quantity > 0)"),
  checkout(
    "I16",
    "CHECK on a completed checkout",
    "CHECK ((state = 'completed') = (order_id IS NOT NULL))",
    "CHECK (state <> '')",
  ),
  payments(
    "presses",
    "PRIMARY KEY of an Idempotency-Key",
    "attempt_id TEXT NOT NULL REFERENCES attempt(id),\n  at INT8 NOT NULL,\n  PRIMARY KEY (checkout_id, key)",
    "attempt_id TEXT NOT NULL REFERENCES attempt(id),\n  at INT8 NOT NULL,\n  PRIMARY KEY (checkout_id, key, at)",
  ),
  payments(
    "presses",
    "PRIMARY KEY of a form's key",
    "attempt_id TEXT REFERENCES attempt(id),\n  at INT8 NOT NULL,\n  PRIMARY KEY (checkout_id, key)",
    "attempt_id TEXT REFERENCES attempt(id),\n  at INT8 NOT NULL,\n  PRIMARY KEY (checkout_id, key, at)",
  ),
  checkout(
    "I16",
    "a completed checkout is not updated, on SQLite",
    "WHEN OLD.state = 'completed' AND NOT (",
    "WHEN OLD.state = '' AND NOT (",
  ),
  checkout(
    "I16",
    "a completed checkout is not deleted, on SQLite",
    "`CREATE TRIGGER checkout_kept BEFORE DELETE ON checkout WHEN OLD.state = 'completed' ${",
    "`CREATE TRIGGER checkout_kept BEFORE DELETE ON checkout WHEN OLD.state = '' ${",
  ),
  checkout(
    "I16",
    "a completed checkout is not updated, on PostgreSQL",
    "WHEN (OLD.state = 'completed' AND NOT (",
    "WHEN (OLD.state = '' AND NOT (",
  ),
  checkout(
    "I16",
    "a completed checkout is not deleted, on PostgreSQL",
    "WHEN (OLD.state = 'completed') EXECUTE",
    "WHEN (OLD.state = '') EXECUTE",
  ),
  checkout(
    "I16",
    "a part of a completed checkout does not change, on SQLite",
    "}.checkout_id) = 'completed'`",
    "}.checkout_id) = ''`",
  ),
  checkout(
    "I16",
    "a part of a completed checkout does not change, on PostgreSQL",
    "NEW.checkout_id)) = 'completed' THEN",
    "NEW.checkout_id)) = '' THEN",
  ),
  shared(
    "I10",
    "what is written once is not rewritten, on SQLite",
    "sqlite: tables.flatMap(",
    "sqlite: tables.slice(1).flatMap(",
  ),
  shared(
    "I10",
    "what is written once is not rewritten, on PostgreSQL",
    "postgres: tables.map(",
    "postgres: tables.slice(1).map(",
  ),
  orders(
    "I10",
    "an edit is written once",
    '"ledger_entry", "order_edit", "order_refund_line"',
    '"ledger_entry", "order_refund_line"',
  ),
  orders(
    "I7",
    "a refunded line is written once",
    '"ledger_entry", "order_edit", "order_refund_line"',
    '"ledger_entry", "order_edit"',
  ),
  orders("I7", "a refund is decided once", `"OLD.state <> 'requested'", `, ""),
  orders("I7", "what a refund requested stays", "...requested.map((column) =>", "...requested.slice(0, 2).map((column) =>"),
];
