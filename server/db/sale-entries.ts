import { sql } from "kysely";
import { saleEntriesOf } from "./migrations/001-base/reports.ts";
import type { Tx } from "./tables.ts";

/**
 * Writes all entries again, since a copy writes ledger rows before the orders to which they belong.
 */
export async function rebuildSaleEntries(tx: Tx): Promise<void> {
  await tx.deleteFrom("sale_entry").execute();
  await sql.raw(saleEntriesOf("ledger_entry", "")).execute(tx);
}
