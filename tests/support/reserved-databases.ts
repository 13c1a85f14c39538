import { inject } from "vitest";
import { inDatabase } from "./postgres.ts";
import { ask, copyDatabase, dropDatabase, isThere, urlOf } from "./run-postgres.ts";

/** The key space of the advisory locks that reserve kept databases. */
const lockSpace = 1;
const reserved = new Set<number>();
const unlock = (number: number) => ask("SELECT pg_advisory_unlock($1, $2)", [lockSpace, number]);

/**
 * Reserves the lowest number that no test uses in any worker. So there are only as many databases
 * as are used at once.
 */
async function reserve(): Promise<number> {
  for (let number = 1; ; number++) {
    if (reserved.has(number)) continue;
    reserved.add(number);
    const [row] = await ask("SELECT pg_try_advisory_lock($1, $2) AS mine", [lockSpace, number]);
    if (row.mine) return number;
    reserved.delete(number);
  }
}

/**
 * Empties a database that a test has used. False if a test changed its schema, or if it does not
 * exist yet.
 */
async function empty(name: string): Promise<boolean> {
  if (!(await isThere(name))) return false;
  await ask("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", [name]);
  const emptying = inject("emptying");
  return await inDatabase(urlOf(name), async (client) => {
    const { rows } = await client.query(emptying.schema);
    if (rows[0]?.schema !== emptying.asNew) return false;
    await client.query(emptying.empty);
    return true;
  });
}

/**
 * An empty database of the run's server. Later tests use it again: it is emptied before each of
 * them. If a test changed its schema, it is copied from the template again. Tests whose processes
 * may outlive them use `freshPostgresDatabase`.
 */
export async function reserveDatabase(): Promise<{ url: string; giveBack: () => Promise<void> }> {
  const number = await reserve();
  const name = `shop_kept_${number}`;
  if (!(await empty(name))) {
    await dropDatabase(name);
    await copyDatabase("shop_template", name);
  }
  const giveBack = async () => {
    await unlock(number);
    reserved.delete(number);
  };
  return { url: urlOf(name), giveBack };
}
