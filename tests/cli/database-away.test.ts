import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openForCommand } from "../../server/cli/open-database.ts";
import { prepareDatabase } from "../support/database.ts";
import { processEnvironment } from "../support/process-environment.ts";

const root = join(import.meta.dirname, "../..");

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "shop-away-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Runs `npm run store -- fsck` in its own process. */
async function fsck(env: Record<string, string>): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [join(root, "server/cli/main.ts"), "fsck"], { env: { ...processEnvironment(), ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, said };
}

test("fsck in a folder without a shop says so, ends with 3 and creates nothing", async () => {
  const directory = await folder();
  const { status, said } = await fsck({ DATA_DIR: directory });
  expect([status, said]).toEqual([3, `There is no database in ${directory}: set DATA_DIR or DATABASE_URL as for the shop.\n`]);
  expect(existsSync(join(directory, "store.db"))).toBe(false);
});

test("fsck of a database server that is not there ends with 3 and a sentence", async () => {
  const { status, said } = await fsck({ DATA_DIR: await folder(), DATABASE_URL: "postgres://shop@127.0.0.1:1/shop" });
  expect([status, said]).toEqual([3, "Stopped: the database does not respond (DATABASE_URL leads to 127.0.0.1:1/shop).\n"]);
});

test("fsck of a file whose pages were overwritten ends with 3 and a sentence, and no stack", async () => {
  const directory = await folder();
  await prepareDatabase("sqlite", directory);
  const file = await open(join(directory, "store.db"), "r+");
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 4096, "damage "), 0, size - 4096, 4096);
  await file.close();
  const { status, said } = await fsck({ DATA_DIR: directory });
  expect([status, said]).toEqual([3, expect.stringContaining("the database is damaged")]);
  expect(said).not.toMatch(/^\s+at /m);
});

test("a file that is no database, or that another program has for itself, is said in a sentence", async () => {
  const directory = await folder();
  const [path, config] = [join(directory, "store.db"), { databaseUrl: undefined, dataDir: directory }];
  await writeFile(path, "no database at all ".repeat(500));
  expect(await openForCommand(config, { existing: true })).toBe(
    `Stopped: the database is damaged: its file is not a database (DATA_DIR has ${path}).`,
  );

  await rm(path);
  await prepareDatabase("sqlite", directory);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  for (const text of ["PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"]) other.exec(text);
  expect(await openForCommand(config, { existing: true })).toMatch(/^Stopped: another program is using the database/);
});

test("a database server that accepts a connection and says nothing is not waited for", async () => {
  const silent = new Set<Socket>();
  const server = createServer((socket) => void silent.add(socket)).listen(0, "127.0.0.1");
  onTestFinished(() => {
    for (const socket of silent) socket.destroy();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
  const databaseUrl = `postgres://shop@${address}`;
  const dataDir = await folder();
  expect(await openForCommand({ databaseUrl, dataDir }, { existing: true }, 50)).toBe(
    `Stopped: the database does not respond (DATABASE_URL leads to ${address}).`,
  );
  expect(existsSync(join(dataDir, "store.db"))).toBe(false);
});
