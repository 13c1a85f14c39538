import type { Compilable, CompiledQuery } from "kysely";
import { noteRead } from "./changes/tracking.ts";
import type { Db, Tx } from "./tables.ts";
import { refuseInsideTransaction } from "./transaction.ts";

/** A placeholder for a value. */
const place = "\u0000value";

type Build<Row> = (reader: Db | Tx, places: readonly string[]) => Compilable<Row>;

/**
 * Builds and compiles a query only once for each engine and number of values. Building takes longer
 * than SQLite takes to answer. `build` uses each of its `places` once, in their order.
 */
export function compiled<Row>(build: Build<Row>): (reader: Db | Tx, values: readonly unknown[]) => Promise<Row[]> {
  const cache = new WeakMap<object, Map<number, CompiledQuery<Row>>>();
  return async (reader, values) => {
    noteRead();
    // A compiled query bypasses the plugin that refuses queries through `db` inside a transaction.
    if (!reader.isTransaction) refuseInsideTransaction();
    const { adapter } = reader.getExecutor();
    const byLength = cache.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    cache.set(adapter, byLength);
    const query = byLength.get(values.length) ?? build(reader, Array(values.length).fill(place)).compile();
    byLength.set(values.length, query);
    let next = 0;
    const parameters = query.parameters.map((parameter) => (parameter === place ? values[next++] : parameter));
    return (await reader.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
