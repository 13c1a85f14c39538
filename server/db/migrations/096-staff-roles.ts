import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const table = `CREATE TABLE staff_role (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  permissions TEXT NOT NULL,
  created_at INT8 NOT NULL
)`;

/**
 * Roles that owners make. `staff.role` has the id of one, or the word of a role that every shop has: an
 * earlier release knows those words alone, and lets nobody in by another.
 */
export const staffRolesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    await sql.raw((table + strict).replaceAll("INT8", integer)).execute(db);
  },
});
