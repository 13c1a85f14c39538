import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** Rows of these are only added. */
const kept = ["order_edit", "order_refund_line"];

/** A refund is decided once; what was requested stays. */
const requested = ["order_id", "n", "key", "amount", "actor", "requested_at"];
const rewritten = (is: string) =>
  ["OLD.state <> 'requested'", ...requested.map((column) => `OLD.${column} ${is} NEW.${column}`)].join(" OR ");

const refusal = (table: string) => `BEGIN SELECT RAISE(ABORT, '${table} is written once'); END`;

const sqlite = [
  ...kept.flatMap((table) =>
    ["UPDATE", "DELETE"].map((event) => `CREATE TRIGGER ${table}_kept_${event} BEFORE ${event} ON ${table} ${refusal(table)}`),
  ),
  `CREATE TRIGGER order_refund_kept_UPDATE BEFORE UPDATE ON order_refund WHEN ${rewritten("IS NOT")} ${refusal("order_refund")}`,
  `CREATE TRIGGER order_refund_kept_DELETE BEFORE DELETE ON order_refund ${refusal("order_refund")}`,
];

const refuse = "EXECUTE FUNCTION refuse_rewrite()";
const postgres = [
  ...kept.map((table) => `CREATE TRIGGER ${table}_kept BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW ${refuse}`),
  `CREATE TRIGGER order_refund_kept BEFORE UPDATE ON order_refund FOR EACH ROW WHEN (${rewritten("IS DISTINCT FROM")}) ${refuse}`,
  `CREATE TRIGGER order_refund_kept_delete BEFORE DELETE ON order_refund FOR EACH ROW ${refuse}`,
];

/** What was changed and refunded after the sale is as safe from other programs as the order's lines are. */
export const afterSaleKeptMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});
