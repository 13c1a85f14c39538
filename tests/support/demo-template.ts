import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rename } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { type OpenDatabase, openDatabase } from "../../server/db/open.ts";
import { loadDemo } from "../../server/demo/load.ts";
import { ask, copyDatabase, dropDatabase, isThere, urlOf } from "./run-postgres.ts";

const fill = ({ db, close }: OpenDatabase) => loadDemo(db, Date.now()).finally(close);

/**
 * The SQLite file that holds the demo shop. The first caller makes it. If two make it at the same
 * time, the later file replaces the first and is equal.
 */
export async function demoFile(): Promise<string> {
  const path = join(inject("templates"), "demo.db");
  if (existsSync(path)) return path;
  const directory = await mkdtemp(join(inject("templates"), "demo-"));
  await copyFile(join(inject("templates"), "store.db"), join(directory, "store.db"));
  await fill(await openDatabase({ url: undefined, directory }));
  await rename(join(directory, "store.db"), path);
  return path;
}

/** The lock of the process that makes the demo shop's database. */
const making = "SELECT pg_advisory_lock(2, 1)";
const unlockSql = "SELECT pg_advisory_unlock(2, 1)";

async function makeDemo(): Promise<void> {
  if (await isThere("shop_demo")) return;
  await dropDatabase("shop_demo_new");
  await copyDatabase("shop_template", "shop_demo_new");
  await fill(await openDatabase({ url: urlOf("shop_demo_new"), directory: "" }));
  await ask("ALTER DATABASE shop_demo_new RENAME TO shop_demo");
}

/** A new PostgreSQL database that holds the demo shop. */
export async function copyDemoDatabase(): Promise<{ url: string; giveBack: () => Promise<void> }> {
  await ask(making);
  await makeDemo().finally(() => ask(unlockSql));
  const name = `shop_${randomBytes(8).toString("hex")}`;
  await copyDatabase("shop_demo", name);
  return { url: urlOf(name), giveBack: async () => void (await dropDatabase(name)) };
}
