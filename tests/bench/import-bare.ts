import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/** The tables that an import of products writes. */
const tables = ["product", "variant", "stock_movement", "product_media", "product_attribute"];
const at = 5000;

const bareTable = (text: string): string => text.replace(/ REFERENCES \w+\(id\)/g, "");

/**
 * The ms that a bare loop takes to insert one database's products into another: the same rows and
 * columns by prepared statements in one transaction. The tables have their keys, but no triggers
 * and no other indexes.
 */
export function bareInserts(from: string, to: string): { rows: number; ms: number } {
  const [source, target] = [new DatabaseSync(from, { readOnly: true }), new DatabaseSync(to)];
  for (const pragma of ["journal_mode = WAL", "synchronous = FULL"]) target.exec(`PRAGMA ${pragma}`);
  let [rows, ms] = [0, 0];
  const timed = (work: () => void) => {
    const start = performance.now();
    work();
    ms += performance.now() - start;
  };
  for (const table of tables) {
    const made = source.prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
    target.exec(bareTable(String(made?.sql)));
  }
  timed(() => target.exec("BEGIN"));
  for (const table of tables) {
    const columns = source
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map(({ name }) => String(name));
    const insert = target.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`);
    const read = source.prepare(
      `SELECT rowid AS place, ${columns.join(", ")} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${at}`,
    );
    for (let last = 0; ; ) {
      const found = read.all(last);
      if (found.length === 0) break;
      last = Number(found.at(-1)?.place);
      const values = found.map((row) => columns.map((name) => row[name] as SQLInputValue));
      timed(() => {
        for (const row of values) insert.run(...row);
      });
      rows += values.length;
    }
  }
  timed(() => target.exec("COMMIT"));
  source.close();
  target.close();
  return { rows, ms };
}
