import type { Engine } from "../../engine.ts";
import { folded, isBeyondAscii } from "./folding.ts";

/** Optional signs in a SKU or a barcode, which a search may leave out. */
const signs = [..." !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~‐‒–—―−"];
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** SQL that removes spaces, punctuation, and dashes from a text. */
export const withoutSigns: Readonly<Record<Engine, (text: string) => string>> = {
  sqlite: (text) => signs.reduce((stripped, sign) => `replace(${stripped}, ${quoted(sign)}, '')`, text),
  postgres: (text) => `translate(${text}, ${quoted(signs.join(""))}, '')`,
};

/** The columns of a table that are searched by a folded text. */
type Searched = {
  kind: "product" | "customer" | "order" | "code";
  table: string;
  /** the column with the id that a search returns */
  id: string;
  columns: readonly string[];
  /** SQL */
  texts: readonly string[];
  /**
   * set for codes, which are compared without signs; not set for names, of which only those beyond
   * ASCII get a row
   */
  isCode?: true;
};

const names = { columns: ["first_name", "last_name"], texts: ["last_name", "first_name || ' ' || last_name"] };
const searched: readonly Searched[] = [
  { kind: "product", table: "product", id: "id", columns: ["name"], texts: ["name"] },
  { kind: "customer", table: "customer", id: "id", ...names },
  { kind: "order", table: "order_address", id: "order_id", ...names },
  { kind: "code", table: "variant", id: "id", columns: ["sku", "barcode"], texts: ["sku", "barcode"], isCode: true },
];

/** Rows of `search_text`, for the rows of the table where `condition` holds. */
function list(engine: Engine, { kind, table, id, texts, isCode }: Searched, condition: string): string {
  const sources = texts.map((text) => `SELECT ${id} AS id, ${text} AS line FROM ${table} WHERE ${condition}`);
  const text = isCode ? withoutSigns[engine](folded[engine]("line")) : folded[engine]("line");
  return `INSERT INTO search_text (kind, id, text)
    SELECT DISTINCT '${kind}', id, ${text} FROM (${sources.join(" UNION ALL ")}) AS source
    WHERE ${isCode ? `${text} <> ''` : isBeyondAscii("line")} ON CONFLICT DO NOTHING;`;
}

const remove = ({ kind, id }: Searched, row: string): string =>
  `DELETE FROM search_text WHERE kind = '${kind}' AND id = ${row}.${id};`;

/** The triggers of one table. They remove the texts of an old row, and add those of a new row. */
function triggers(engine: Engine, each: Searched): string[] {
  const { kind, table, id, columns, isCode } = each;
  const all = (row: string) => columns.map((column) => `${row}.${column}`);
  const has = (row: string) => (isCode ? `${all(row).join(" || ")} <> ''` : isBeyondAscii(all(row).join(" || ")));
  const differs = `(${columns.map((column) => `OLD.${column} <> NEW.${column}`).join(" OR ")})`;
  const replaceRows = `${remove(each, "OLD")} ${list(engine, each, `${id} = NEW.${id}`)}`;
  const events = [
    { name: "added", on: "INSERT", when: has("NEW"), body: list(engine, each, `${id} = NEW.${id}`) },
    {
      name: "changed",
      on: `UPDATE OF ${columns.join(", ")}`,
      when: `${differs} AND (${has("OLD")} OR ${has("NEW")})`,
      body: replaceRows,
    },
    {
      name: "removed",
      on: "DELETE",
      when: has("OLD"),
      body: `${remove(each, "OLD")} ${list(engine, each, `${id} = OLD.${id}`)}`,
    },
  ];
  return events.flatMap(({ name, on, when, body }) => {
    const trigger = `CREATE TRIGGER search_text_of_${kind}_${name} AFTER ${on} ON ${table} FOR EACH ROW WHEN (${when})`;
    if (engine === "sqlite") return [`${trigger} BEGIN ${body} END`];
    const run = `search_text_of_${kind}_${name}()`;
    return [
      `CREATE FUNCTION ${run} RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
      `${trigger} EXECUTE FUNCTION ${run}`,
    ];
  });
}

/**
 * The triggers that keep `search_text` up to date: names beyond ASCII, and the codes of all
 * variants.
 */
export const searchedTexts = (engine: Engine): string[] => searched.flatMap((each) => triggers(engine, each));
