import { type RawBuilder, sql } from "kysely";

type LineColumn = "quantity" | "net" | "tax";

/** SQL: the amount by which changes of state lowered a line's tax; units and price stay. */
const cheaperSum = (column: LineColumn) =>
  column === "tax" ? sql`COALESCE((SELECT SUM(t.tax) FROM order_readdress_line t WHERE t.line_id = l.id), 0)` : sql`0`;

/**
 * SQL: the amounts that edits, refunds and changes of state took off a line `l` before its order
 * was canceled.
 */
export const takenSum = (column: LineColumn): RawBuilder<number> => sql`(${cheaperSum(column)} +
  COALESCE((SELECT SUM(e.${sql.ref(column)}) FROM order_edit e WHERE e.order_id = l.order_id AND e.line_id = l.id), 0) +
  COALESCE((SELECT SUM(x.${sql.ref(column)}) FROM order_refund_line x JOIN order_refund r ON r.order_id = x.order_id AND r.n = x.n
    WHERE x.order_id = l.order_id AND x.line_id = l.id AND r.state = 'refunded'), 0))`;
