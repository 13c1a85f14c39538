import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { isProof, often } from "../support/long-form.ts";
import { inDatabase as askPostgres, type Storage, startPostgres } from "../support/postgres.ts";
import { prepareEnvironment } from "./shop-process.ts";
import { payDuring, payThrough, type Trouble, unpaid } from "./trouble.ts";

/**
 * Longer than any time-out of a payment: 20 s for the gateway, 32 s for a second press, 60 s for a
 * lease.
 */
const longHang = 75_000;

/** Ends all connections to the shop's database. */
const endConnections = (url: string) =>
  askPostgres(url, (client) =>
    client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    ),
  );

const endedConnections: Trouble = async ({ env }) => {
  for (let time = 0; time < often(2, 3); time++) {
    await endConnections(env.DATABASE_URL ?? "");
    await pause(often(300, 700));
  }
};

/** Other clients take all connections of the server, including those that the shop had. */
const noConnectionLeft: Trouble = async ({ env }) => {
  const others: Client[] = [];
  for (let refused = 0; refused < 10; ) {
    const other = new Client({ connectionString: env.DATABASE_URL });
    other.on("error", () => {});
    try {
      await other.connect();
      others.push(other);
    } catch {
      refused += 1;
      await others[0]?.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid NOT IN (${await pidsOf(others)})`,
      );
    }
  }
  expect(others.length).toBeGreaterThan(30);
  await pause(8000);
  await Promise.all(others.map((other) => other.end()));
};

async function pidsOf(clients: readonly Client[]): Promise<string> {
  const answers = await Promise.all(clients.map((client) => client.query("SELECT pg_backend_pid() AS pid")));
  return answers.map(({ rows }) => rows[0].pid).join(", ");
}

/** The server's processes and connections freeze. */
const longStop: Trouble = async ({ processes }) => {
  const stopped = processes();
  expect(stopped.length).toBeGreaterThan(5);
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  await pause(longHang);
  for (const pid of stopped) process.kill(pid, "SIGCONT");
};

/** The file stays locked longer than a transaction waits for the lock. */
const lockedFile: Trouble = async ({ directory }) => {
  const other = new DatabaseSync(join(directory, "store.db"), { timeout: 60_000 });
  other.exec("BEGIN IMMEDIATE");
  await pause(12_000);
  other.exec("ROLLBACK");
  other.close();
};

/** Fills a folder's file system; returns the filling file. */
function fill(folder: string): string {
  const filler = join(folder, "filler");
  const { bavail, bsize } = statfsSync(folder);
  for (let size = bavail * bsize; size > 512; size /= 2) {
    try {
      writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  return filler;
}

const fullDisk: Trouble = async ({ directory }) => {
  const filler = fill(directory);
  await pause(6000);
  rmSync(filler);
};

type OwnServer = Awaited<ReturnType<typeof ownServer>>;

/** Log segments are small, so that the log soon needs another file. */
const smallSegments = "--wal-segsize=1";

/**
 * The two kinds of small disk that are filled: one holds all data, so that queries fail when it is
 * full. The other holds only the log, so that the server ends again and again.
 */
const smallStorage: readonly [what: string, megabytes: number, storageOn: (folder: string) => Storage][] = [
  ["data", 160, (within) => ({ within, initdbFlags: [smallSegments] })],
  ["log", 24, (folder) => ({ initdbFlags: [smallSegments, `--waldir=${join(folder, "log")}`] })],
];

/**
 * Writes more to the log than the log's disk can hold. A smaller amount might have no effect,
 * because PostgreSQL reuses old log segments as long as it has enough of them.
 */
const outrunLog = (url: string, megabytes: number) =>
  askPostgres(url, (client) =>
    client.query("SELECT pg_logical_emit_message(true, '', repeat('x', $1))", [megabytes * 1_000_000]),
  );

/**
 * PostgreSQL's disk is full. If PostgreSQL ends for good because of this, its owner starts it
 * again.
 */
const fullDiskOf =
  (folder: string, { revive }: OwnServer, outrun: (url: string) => Promise<unknown>): Trouble =>
  async ({ env }, url, answers) => {
    const room: { filler?: string } = {};
    const begin = async () => {
      room.filler = fill(folder);
      await outrun(env.DATABASE_URL ?? "");
      await pause(1000);
    };
    const before = unpaid(answers);
    await payDuring(begin, url, answers);
    await pause(6000);
    // The full disk affected some payments.
    expect(unpaid(answers)).toBeGreaterThan(before);
    rmSync(room.filler ?? "");
    await revive();
  };

/**
 * Mounts a small file system. Throws if this user may not mount one, so that the missing test is
 * reported.
 */
function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=777`, "none", folder], { stdio: "pipe" });
  } catch {
    throw new Error("not tried: this user may not mount a small disk (run it as root)");
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", folder]);
  });
  return folder;
}

/** Starts a separate server that this test may stop, crash and fill. */
async function ownServer(...options: Parameters<typeof startPostgres>) {
  const server = await startPostgres(...options);
  onTestFinished(() => server.stop());
  return server;
}

const usual = { stock: { "v-2": 100_000 }, env: { TRUST_PROXY: "1" } };

test("payments lose nothing while every connection to PostgreSQL is ended, again and again", { timeout: 600_000 }, async () => {
  const place = await prepareEnvironment("postgres", usual);
  await payThrough({ ...place, processes: () => [] }, endedConnections, "connections ended");
});

const ofPostgres: readonly [name: string, trouble: (server: OwnServer) => Trouble][] = [
  ["is stopped at once (-m immediate) and comes back", (server) => () => server.crash()],
  ["has no connection left", () => noConnectionLeft],
  ["hangs for longer than every time-out", () => longStop],
];

if (isProof) {
  test.each(ofPostgres)("payments lose nothing while PostgreSQL %s", { timeout: 1_200_000 }, async (name, troubleOf) => {
    const server = await ownServer({ max_connections: "40" });
    const place = await prepareEnvironment("postgres", { ...usual, postgresUrl: server.url });
    await payThrough({ ...place, processes: server.processes }, troubleOf(server), `PostgreSQL ${name}`);
  });

  test("payments lose nothing while the file of the database is locked for longer than a transaction waits", {
    timeout: 600_000,
  }, async () => {
    const place = await prepareEnvironment("sqlite", usual);
    await payThrough({ ...place, processes: () => [] }, lockedFile, "locked file");
  });

  test("payments lose nothing while the disk of the database is full", { timeout: 600_000 }, async () => {
    const folder = smallDisk(48);
    const place = await prepareEnvironment("sqlite", { ...usual, dataDir: folder });
    await payThrough({ ...place, processes: () => [] }, fullDisk, "full disk");
  });

  test.each(smallStorage)(
    "payments lose nothing while the disk of PostgreSQL’s %s is full",
    {
      timeout: 600_000,
    },
    async (what, megabytes, storageOn) => {
      const folder = smallDisk(megabytes);
      const server = await ownServer({ min_wal_size: "4MB", max_wal_size: "8MB" }, storageOn(folder));
      const place = await prepareEnvironment("postgres", { ...usual, postgresUrl: server.url });
      const outrun = async (url: string) => what === "log" && expect(outrunLog(url, megabytes)).rejects.toThrow();
      await payThrough(
        { ...place, processes: server.processes },
        fullDiskOf(folder, server, outrun),
        `PostgreSQL's ${what}, full disk`,
      );
    },
  );
}
