import { inject } from "vitest";
import { inDatabase } from "./postgres.ts";
import { ask, copyDatabase, dropDatabase, isThere, urlOf } from "./run-postgres.ts";

/** The space of advisory locks that stand for kept databases. */
const lockSpace = 1;
const reserved = new Set<number>();
const unlock = (number: number) => ask("SELECT pg_advisory_unlock($1, $2)", [lockSpace, number]);

/**
 * The first that no test uses, here or in another worker: so there are as many as are used at once.
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
 * Empties a database that a test left. False when a test has changed its schema, or nobody has made
 * it yet.
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
 * them, and copied from the template after one that changed its schema. A test whose processes may
 * outlive it takes `freshPostgresDatabase`.
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
