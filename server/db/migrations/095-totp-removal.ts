import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** A customer's authenticator app that is to be removed, as its holder asked for by the password alone. */
export const totpRemovalMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    await sql
      .raw(`CREATE TABLE totp_removal (
  customer_id TEXT PRIMARY KEY REFERENCES customer(id),
  requested_at ${integer} NOT NULL
)${strict}`)
      .execute(db);
  },
});
