import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { folded } from "./001-base/folding.ts";
import { withoutSigns } from "./001-base/searched-texts.ts";

/**
 * SQL of the texts by which an order is found, a row each. Of phones and tracking numbers only the
 * letters and digits are kept.
 */
const lines = (engine: Engine, whose: string): string => {
  const ofAddresses = ["first_name || ' ' || last_name", "street_address_1", "city || ' ' || country_area || ' ' || postal_code"];
  const codes = ["phone", "postal_code"].map(withoutSigns[engine]);
  return [
    ...[...ofAddresses, ...codes].map((line) => `SELECT order_id, ${line} AS line FROM order_address WHERE ${whose}`),
    `SELECT order_id, ${withoutSigns[engine]("tracking")} FROM order_shipment WHERE tracking IS NOT NULL AND ${whose}`,
  ].join(" UNION ");
};

/** Writes the searched text of the orders for which `whose` holds. */
function renew(engine: Engine, whose: string): string {
  const joined = engine === "sqlite" ? "group_concat(line, char(10))" : "string_agg(line, chr(10))";
  return `INSERT INTO order_search (order_id, text)
    SELECT order_id, ${folded[engine]("lines")} FROM (
      SELECT order_id, ${joined} AS lines FROM (${lines(engine, whose)}) AS source GROUP BY order_id
    ) AS joined WHERE TRUE ON CONFLICT (order_id) DO UPDATE SET text = excluded.text`;
}

const address = ["first_name", "last_name", "street_address_1", "city", "country_area", "postal_code", "phone"];
/** The columns of each table that have searched texts. */
const searched: Readonly<Record<string, readonly string[]>> = { order_address: address, order_shipment: ["tracking"] };

const sqliteTriggers = Object.entries(searched).flatMap(([table, columns]) =>
  Object.entries({ added: "INSERT", changed: `UPDATE OF ${columns.join(", ")}` }).map(
    ([name, on]) =>
      `CREATE TRIGGER order_search_of_${table}_${name} AFTER ${on} ON ${table} BEGIN ${renew("sqlite", "order_id = NEW.order_id")}; END`,
  ),
);

const postgresTriggers = [
  `CREATE FUNCTION renew_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN ${renew("postgres", "order_id = NEW.order_id")}; RETURN NULL; END $$`,
  ...Object.entries(searched).map(
    ([table, columns]) => `CREATE TRIGGER order_search_of_${table} AFTER INSERT OR UPDATE OF ${columns.join(", ")} ON ${table}
      FOR EACH ROW EXECUTE FUNCTION renew_order_search()`,
  ),
];

/**
 * The texts by which staff finds an order. Triggers renew an order's text, so a changed address, a
 * new tracking number, and an erasure reach it.
 */
export const foundOrders = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const strict = engine === "sqlite" ? " STRICT" : "";
    const statements = [
      `CREATE TABLE order_search (order_id TEXT PRIMARY KEY, text TEXT NOT NULL)${strict}`,
      ...(engine === "sqlite" ? sqliteTriggers : postgresTriggers),
      renew(engine, "TRUE"),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
