import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const columns = [
  // When the gateway was last asked for it; null while it was not, and once it has answered.
  "ALTER TABLE order_refund ADD COLUMN sent_at INT8",
  // Who refused it, and the gateway's code; null as long as nobody has.
  "ALTER TABLE order_refund ADD COLUMN refused_by TEXT",
  "ALTER TABLE order_refund ADD COLUMN refusal_code TEXT",
  // The event that says by which other means than the card it was paid; null for any that went to the card.
  "ALTER TABLE order_refund ADD COLUMN settled_event TEXT",
];

const declined = "refused for good: the gateway answered declined: ";
/** What the bank has declined by now is known from the failure of its job. */
const known = `UPDATE order_refund SET refused_by = 'bank',
    refusal_code = (SELECT SUBSTR(j.failure, ${declined.length + 1}) FROM job j WHERE j.kind = 'refund' AND j.subject = order_refund.key)
  WHERE state = 'requested' AND key IN (
    SELECT subject FROM job WHERE kind = 'refund' AND state <> 'done' AND failure LIKE '${declined}%')`;

/** A charge of an order that was canceled since is nothing to try again. */
const ended = `UPDATE job SET state = 'done', done_at = run_at, payload = '{}', failure = ''
  WHERE kind = 'capture' AND state = 'failed' AND subject IN (SELECT id FROM orders WHERE state = 'canceled')`;

/** Refunds that the gateway refused, and those that were paid by other means than the card. */
export const refusedMoneyMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    for (const text of columns) await sql.raw(text.replace("INT8", integer)).execute(db);
    for (const text of [known, ended]) await sql.raw(text).execute(db);
  },
});
