import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** `quote` is empty where a payment named none. */
const table = `CREATE TABLE key_fingerprint (
  key TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  quote TEXT NOT NULL,
  at INT8 NOT NULL
)`;

/** What each `Idempotency-Key` was first sent for: never anything of a card. */
export const keyFingerprintsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    await sql.raw((table + strict).replace("INT8", integer)).execute(db);
  },
});
