import { type Kysely, sql } from "kysely";
import { saleEntriesOf } from "../sale-entries.ts";
import type { Engine } from "./001-shop.ts";

const table = `CREATE TABLE sale_entry (
  order_id TEXT NOT NULL,
  event TEXT NOT NULL,
  at INT8 NOT NULL,
  area TEXT NOT NULL,
  method TEXT NOT NULL,
  promo_code TEXT NOT NULL,
  orders INT8 NOT NULL,
  products INT8 NOT NULL,
  discount INT8 NOT NULL,
  shipping INT8 NOT NULL,
  tax INT8 NOT NULL,
  PRIMARY KEY (at, order_id, event)
)`;

const sums = ["products", "discount", "shipping", "tax"];
const added = `ON CONFLICT (at, order_id, event) DO UPDATE SET ${sums
  .map((name) => `${name} = sale_entry.${name} + excluded.${name}`)
  .join(", ")}`;

// One entry at a time: a trigger sees no others of its event.
const sqlite = [
  `CREATE TRIGGER sale_entry_booked AFTER INSERT ON ledger_entry WHEN NEW.account IN ('revenue', 'discount', 'shipping', 'tax')
   BEGIN ${saleEntriesOf("ledger_entry", "AND e.id = NEW.id")} ${added}; END`,
];

const postgres = [
  `CREATE FUNCTION note_sales() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     ${saleEntriesOf("added", "")} ${added};
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER sale_entry_booked AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION note_sales()`,
];

/** Today and the list of stock ask what is low. */
const lowStock = "CREATE INDEX variant_by_left ON variant ((on_hand - reserved), id) WHERE active = 1";

/**
 * What reports sum up, kept by a trigger of the ledger: of a hundred thousand orders the ledger has
 * seven rows each, and none says where an order went.
 */
export const saleEntriesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT, WITHOUT ROWID"] : ["BIGINT", ""];
    await sql.raw(table.replaceAll("INT8", integer) + strict).execute(db);
    await sql.raw(saleEntriesOf("ledger_entry", "")).execute(db);
    await sql.raw(lowStock).execute(db);
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});
