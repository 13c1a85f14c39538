import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const sums = ["orders", "sold", "discount", "back", "shipping", "tax_charged", "tax_back"];

const tables = [
  `CREATE TABLE sale_sum (
  part TEXT NOT NULL,
  day INT8 NOT NULL,
  name TEXT NOT NULL,
  ${sums.map((name) => `${name} INT8 NOT NULL`).join(",\n  ")},
  PRIMARY KEY (part, day, name)
)`,
  "CREATE TABLE sale_sum_mark (id INT8 PRIMARY KEY CHECK (id = 1), until INT8 NOT NULL)",
  "INSERT INTO sale_sum_mark (id, until) VALUES (1, 0)",
];

const dayMs = 86_400_000;
const dayOf = (row: string) => `${row}.at / ${dayMs}`;
const changes = [
  ["added", "INSERT", "NEW"],
  ["changed", "UPDATE", "NEW"],
  ["moved", "UPDATE", "OLD"],
  ["removed", "DELETE", "OLD"],
] as const;

const sqlite = changes.map(
  ([name, change, row]) => `CREATE TRIGGER sale_sum_${name} AFTER ${change} ON sale_entry
   WHEN ${dayOf(row)} < (SELECT until FROM sale_sum_mark) BEGIN UPDATE sale_sum_mark SET until = ${dayOf(row)}; END`,
);

/**
 * An entry of the last hour is later than all days that are summed up or about to be. For one of before, who
 * sums up waits until it is there.
 */
const postgres = [
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
 * Sums of the days (of UTC) before a mark, by what reports group by; a timer moves the mark on, and an entry
 * of an earlier day moves it back before that day. Orders of today write nothing here.
 */
export const saleSumsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT, WITHOUT ROWID"] : ["BIGINT", ""];
    for (const text of [...tables, ...(engine === "sqlite" ? sqlite : postgres)]) {
      const ending = text.startsWith("CREATE TABLE") ? strict : "";
      await sql.raw(text.replaceAll("INT8", integer) + ending).execute(db);
    }
  },
});
