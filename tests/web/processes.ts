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

/** The time in ms that a process may take to start on a busy machine. */
export const timeoutMs = 100_000;
export const until = <Result>(look: () => Result | Promise<Result>) => vi.waitFor(look);

/** Ends what tests started and removes what they made, the last first. */
const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** A folder with an operator's usual permissions: any user may list it. */
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
 * A production shop with the fixture products on PostgreSQL, and the test's own connection, which
 * can take its locks.
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
  /**
   * The sent request begins a transaction in the shop, which then waits for the test's transaction.
   */
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
  /** Ends the present connections; the shop may open others at once. */
  const cut = async (where: string) => {
    const pids = await backends(where);
    await own.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [pids]);
    await until(async () => expect(await backends(`pid IN (${pids})`)).toEqual([]));
  };
  return { shop, own, shopper, backends, held, cut };
}

export const ready = async ({ url }: RunningShop) => (await fetch(`${url}/readyz`)).status;

/** Sends these bytes, and reads until the shop closes the connection. */
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

/** The files below a folder that other users than their owner may read or write. */
export async function openFilesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const modes = await Promise.all(files.map(async (file) => (await stat(file)).mode & 0o077));
  return files.filter((_, at) => modes[at] !== 0);
}
