import type { Part } from "./part.ts";

const amount = (account: string, sign: string) =>
  `COALESCE(${sign}SUM(CASE WHEN e.account = '${account}' THEN e.amount ELSE 0 END), 0)`;

/** SQL: entries of `from`, alias e, as rows of `sale_entry`; `where` begins with AND. */
export const saleEntriesOf = (from: string, where: string): string => `INSERT INTO sale_entry
  (at, order_id, event, area, method, promo_code, orders, products, discount, shipping, tax)
  SELECT e.at, e.order_id, e.event, COALESCE(a.country_area, ''), o.shipping_method, COALESCE(o.promo_code, ''),
    CASE WHEN e.event = 'placed' THEN 1 ELSE 0 END,
    ${amount("revenue", "-")}, ${amount("discount", "")}, ${amount("shipping", "-")}, ${amount("tax", "-")}
  FROM ${from} e JOIN orders o ON o.id = e.order_id
  LEFT JOIN order_address a ON a.order_id = e.order_id AND a.kind = 'shipping'
  WHERE e.account IN ('revenue', 'discount', 'shipping', 'tax') ${where}
  GROUP BY e.at, e.order_id, e.event, a.country_area, o.shipping_method, o.promo_code`;

const sums = ["products", "discount", "shipping", "tax"];
const upsert = `ON CONFLICT (at, order_id, event) DO UPDATE SET ${sums
  .map((name) => `${name} = sale_entry.${name} + excluded.${name}`)
  .join(", ")}`;

const dayMs = 86_400_000;
const dayOf = (row: string) => `${row}.at / ${dayMs}`;
const changes = [
  ["added", "INSERT", "NEW"],
  ["changed", "UPDATE", "NEW"],
  ["moved", "UPDATE", "OLD"],
  ["removed", "DELETE", "OLD"],
] as const;

const sqlite = [
  // Handles one entry at a time, since a trigger does not see the other entries of its event.
  `CREATE TRIGGER sale_entry_booked AFTER INSERT ON ledger_entry WHEN NEW.account IN ('revenue', 'discount', 'shipping', 'tax')
   BEGIN ${saleEntriesOf("ledger_entry", "AND e.id = NEW.id")} ${upsert}; END`,
  ...changes.map(
    ([name, change, row]) => `CREATE TRIGGER sale_sum_${name} AFTER ${change} ON sale_entry
   WHEN ${dayOf(row)} < (SELECT until FROM sale_sum_mark) BEGIN UPDATE sale_sum_mark SET until = ${dayOf(row)}; END`,
  ),
];

/**
 * An entry of the last hour is later than all days that can be summed up now, so it needs no lock.
 * For an earlier entry, the trigger locks the mark. The timer that sums up days then waits until
 * the entry is committed.
 */
const postgres = [
  `CREATE FUNCTION note_sales() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     ${saleEntriesOf("added", "")} ${upsert};
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER sale_entry_booked AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION note_sales()`,
  `CREATE FUNCTION unsum_sales() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE earliest bigint := LEAST(CASE WHEN TG_OP <> 'INSERT' THEN OLD.at END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.at END);
   BEGIN
     IF earliest < extract(epoch FROM clock_timestamp()) * 1000 - 3600000 THEN
       PERFORM 1 FROM sale_sum_mark FOR SHARE;
       UPDATE sale_sum_mark SET until = earliest / ${dayMs} WHERE until > earliest / ${dayMs};
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER sale_sum_changed AFTER INSERT OR UPDATE OR DELETE ON sale_entry FOR EACH ROW EXECUTE FUNCTION unsum_sales()`,
];

/**
 * The rows that reports sum up. No row has sums of several orders, since orders would wait for each
 * other to update it.
 */
export const reports: Part = {
  tables: `
-- What reports sum up, written from the ledger by a trigger.
CREATE TABLE sale_entry (
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
) WITHOUT ROWID;

-- Sums of the days (of UTC) before a mark, by what reports group by; a timer moves the mark on.
CREATE TABLE sale_sum (
  part TEXT NOT NULL,
  day INT8 NOT NULL,
  name TEXT NOT NULL,
  orders INT8 NOT NULL,
  sold INT8 NOT NULL,
  discount INT8 NOT NULL,
  back INT8 NOT NULL,
  shipping INT8 NOT NULL,
  tax_charged INT8 NOT NULL,
  tax_back INT8 NOT NULL,
  PRIMARY KEY (part, day, name)
) WITHOUT ROWID;

CREATE TABLE sale_sum_mark (
  id INT8 PRIMARY KEY CHECK (id = 1),
  until INT8 NOT NULL
) WITHOUT ROWID;
`,
  rows: [{ table: "sale_sum_mark", rows: () => [{ id: 1, until: 0 }] }],
  own: { sqlite, postgres },
};
