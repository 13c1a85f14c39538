import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** Columns that say when a row's personal values were emptied, and indexes of what is to expire. */
const columns = ["ALTER TABLE orders ADD COLUMN erased_at INT8", "ALTER TABLE attempt ADD COLUMN erased_at INT8"];
const indexes = [
  "CREATE INDEX checkout_with_email ON checkout (state, updated_at) WHERE email <> ''",
  "CREATE INDEX checkout_by_successor ON checkout (successor_id) WHERE successor_id IS NOT NULL",
  "CREATE INDEX attempt_without_order ON attempt (updated_at) WHERE erased_at IS NULL AND state IN ('declined','not_found')",
  "CREATE INDEX quote_by_age ON quote (at)",
  "CREATE INDEX saved_address_by_age ON saved_address (at)",
  "CREATE INDEX idempotency_key_by_age ON idempotency_key (at)",
  "CREATE INDEX idempotency_key_by_attempt ON idempotency_key (attempt_id)",
  "CREATE INDEX form_key_by_age ON form_key (at)",
  "CREATE INDEX key_fingerprint_by_age ON key_fingerprint (at)",
  "CREATE INDEX key_fingerprint_by_checkout ON key_fingerprint (checkout_id)",
];

const kept = [
  ...["id", "state", "customer_id", "same_as_shipping", "save_for_later", "shipping_method_id", "promo_id", "quote_id"],
  ...["order_id", "notice", "created_at", "updated_at", "expires_at", "successor_id"],
];
const isErasure = (is: string) =>
  ["NEW.email = ''", "NEW.visitor IS NULL", ...kept.map((column) => `NEW.${column} ${is} OLD.${column}`)].join(" AND ");
const words = "a completed checkout does not change";
const refusal = `BEGIN SELECT RAISE(ABORT, '${words}'); END`;

const sqlite = [
  "DROP TRIGGER checkout_frozen",
  `CREATE TRIGGER checkout_frozen BEFORE UPDATE ON checkout
   WHEN OLD.state = 'completed' AND NOT (${isErasure("IS")}) ${refusal}`,
  "DROP TRIGGER checkout_address_frozen_DELETE",
  `CREATE TRIGGER checkout_address_frozen_DELETE BEFORE DELETE ON checkout_address
   WHEN EXISTS (SELECT 1 FROM checkout WHERE id = OLD.checkout_id AND state = 'completed' AND email <> '') ${refusal}`,
];

const postgres = [
  "DROP TRIGGER checkout_frozen ON checkout",
  `CREATE TRIGGER checkout_frozen BEFORE UPDATE ON checkout FOR EACH ROW
   WHEN (OLD.state = 'completed' AND NOT (${isErasure("IS NOT DISTINCT FROM")})) EXECUTE FUNCTION refuse_completed()`,
  `CREATE TRIGGER checkout_kept BEFORE DELETE ON checkout FOR EACH ROW
   WHEN (OLD.state = 'completed') EXECUTE FUNCTION refuse_completed()`,
  "DROP TRIGGER checkout_address_frozen ON checkout_address",
  `CREATE TRIGGER checkout_address_frozen BEFORE INSERT OR UPDATE ON checkout_address
   FOR EACH ROW EXECUTE FUNCTION refuse_part_of_completed()`,
  `CREATE FUNCTION refuse_address_of_completed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF EXISTS (SELECT 1 FROM checkout WHERE id = OLD.checkout_id AND state = 'completed' AND email <> '') THEN
       RAISE EXCEPTION '${words}';
     END IF;
     RETURN OLD;
   END $$`,
  `CREATE TRIGGER checkout_address_kept BEFORE DELETE ON checkout_address
   FOR EACH ROW EXECUTE FUNCTION refuse_address_of_completed()`,
];

/**
 * A completed checkout still never changes, except that its email and its browser may be emptied,
 * and its copies of the addresses deleted afterwards: the order has its own.
 */
export const erasureMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    for (const text of [...columns, ...indexes]) await sql.raw(text.replace("INT8", integer)).execute(db);
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});
