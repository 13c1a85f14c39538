import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

export const hasRowIn = async (db: Db, table: "shipping_method" | "tax_rate"): Promise<boolean> =>
  (await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(db)).rows.length > 0;
