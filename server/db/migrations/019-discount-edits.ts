import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { replaceCheck } from "../widen-check.ts";

/** Allows edits that take money but no units off a line: discounts on placed orders. */
export const discountEdits = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const wider = { from: "CHECK (quantity > 0)", to: "CHECK (quantity >= 0)" };
    await replaceCheck(db, engine, { table: "order_edit", column: "quantity" }, wider);
    await sql`ALTER TABLE order_edit ADD COLUMN discount_event TEXT`.execute(db);
  },
});
