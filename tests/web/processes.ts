import { chmod, mkdtemp, readdir, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, expect, inject, vi } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { openCategories } from "../../server/transfer/writing/categories.ts";
import { shopperOn } from "../payments/shopper.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { writeProducts } from "../support/product-fixture.ts";
import { plainProduction } from "../support/production.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";

/** ms; on a busy machine a process takes its time to start. */
export const timeoutMs = 100_000;
export const until = <Result>(look: () => Result | Promise<Result>) => vi.waitFor(look);

/** What is left to end and to remove, last made first. */
const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** A folder as an operator would make it: anybody may look in. */
export async function openFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-process-"));
  await chmod(directory, 0o755);
  endings.push(() => removeShop(directory));
  return directory;
}

export async function started(env: Record<string, string>): Promise<RunningShop> {
  const shop = await runShop({ SEED: "none", ...env }, await openFolder());
  endings.push(async () => void (await shop.end("SIGKILL")));
  return shop;
}

/**
 * A production shop with the fixture products on PostgreSQL, and a connection of our own that takes
 * its locks.
 */
export async function startedOnPostgres() {
  const database = await freshPostgresDatabase(inject("postgres"));
  endings.push(database.drop);
  const opened = await openDatabase({ url: database.url, directory: "" });
  await openCategories(opened.db);
  await writeProducts(opened.db, { stock: { "v-1": 10, "v-2": 10 } });
  await opened.close();
  const own = new Client({ connectionString: database.url });
  await own.connect();
  endings.push(() => own.end());
  const shop = await started({ ...plainProduction, DATABASE_URL: database.url });
  const shopper = await shopperOn(new TestBrowser(shop.url));
  const backends = async (where: string): Promise<number[]> => {
    const theirs = "datname = current_database() AND pid <> pg_backend_pid()";
    await own.query("SELECT pg_stat_clear_snapshot()");
    return (await own.query(`SELECT pid FROM pg_stat_activity WHERE ${theirs} AND ${where}`)).rows.map(({ pid }) => pid);
  };
  /** What is sent begins a transaction in the shop, and waits in it for ours. */
  const held = async <Answer>(send: () => Answer) => {
    await own.query("BEGIN");
    await own.query("SELECT id FROM checkout WHERE id = $1 FOR UPDATE", [shopper.checkoutId]);
    const answer = send();
    const pids = await until(async () => {
      const waiting = await backends("wait_event_type = 'Lock'");
      expect(waiting).toHaveLength(1);
      return waiting;
    });
    return { answer, pid: `pid = ${pids[0]}`, release: () => own.query("ROLLBACK") };
  };
  /** Cuts what is there now; the shop may open others at once. */
  const cut = async (where: string) => {
    const pids = await backends(where);
    await own.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [pids]);
    await until(async () => expect(await backends(`pid IN (${pids})`)).toEqual([]));
  };
  return { shop, own, shopper, backends, held, cut };
}

export const ready = async ({ url }: RunningShop) => (await fetch(`${url}/readyz`)).status;

/** Sends these bytes and hears until the shop hangs up. */
export function sendBytes({ url }: RunningShop, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
    let heard = "";
    socket.setEncoding("latin1").on("data", (text) => {
      heard += text;
    });
    socket.once("error", ({ code, message }: NodeJS.ErrnoException) =>
      code === "ECONNRESET" || code === "EPIPE" ? resolve(heard) : reject(new Error(message)),
    );
    socket.once("close", () => resolve(heard));
  });
}

/** The files below a folder that somebody else than their owner may read or write. */
export async function openFilesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const modes = await Promise.all(files.map(async (file) => (await stat(file)).mode & 0o077));
  return files.filter((_, at) => modes[at] !== 0);
}
