import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** When each timer that one process serves for all of them began last; in ms. */
export const timersMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    await sql.raw(`CREATE TABLE timer (name TEXT NOT NULL PRIMARY KEY, begun_at ${integer} NOT NULL)${strict}`).execute(db);
  },
});
