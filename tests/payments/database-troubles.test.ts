import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { TestBrowser } from "../support/browser-of.ts";
import { isProof, often } from "../support/long-form.ts";
import { inDatabase as askPostgres, startPostgres } from "../support/postgres.ts";
import { expectClean, expectSettled, settle } from "./settled.ts";
import { inDatabase, prepareEnvironment, type ShopEnvironment, startShop } from "./shop-process.ts";
import { shopperOn } from "./shopper.ts";

/** Longer than any time-out of a payment: 20 s for the gateway, 32 s for a second press, 60 s for a lease. */
const longHang = 75_000;

type Answers = { paid: Set<string>; statuses: Map<number, number>; cutOff: number };

/** Six shoppers at a time come and pay, one cart after the other, until they are stopped. */
function keepPaying(url: string): { answers: Answers; stop: () => Promise<void> } {
  const answers: Answers = { paid: new Set(), statuses: new Map(), cutOff: 0 };
  let shoppers = 0;
  let stopped = false;
  const shop = async () => {
    shoppers += 1;
    const browser = new TestBrowser(url);
    browser.headers = { "x-forwarded-for": `10.${shoppers >> 8}.${shoppers & 255}.7` };
    const shopper = await shopperOn(browser, { email: `s-${shoppers}@example.com` });
    const { status, body } = await shopper.pay();
    answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1);
    if (status === 200) answers.paid.add((body as { data: { orderId: string } }).data.orderId);
  };
  const come = async () => {
    while (!stopped) {
      // A cart that could not be filled is no payment.
      await shop().catch(() => {
        answers.cutOff += 1;
        return pause(50);
      });
    }
  };
  const all = Promise.all(Array.from({ length: 6 }, come));
  const stop = async () => {
    stopped = true;
    await all;
  };
  return { answers, stop };
}

type Place = ShopEnvironment & { processes: () => number[] };

/** What goes wrong; it is over when this resolves. */
type Trouble = (place: Place) => Promise<void>;

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

/** Others hold every connection that the server has, also those that the shop had. */
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

/** The server and its connections stop where they are. */
const longStop: Trouble = async ({ processes }) => {
  const stopped = processes();
  expect(stopped.length).toBeGreaterThan(5);
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  await pause(longHang);
  for (const pid of stopped) process.kill(pid, "SIGCONT");
};

/** Longer than a transaction waits for the lock. */
const lockedFile: Trouble = async ({ directory }) => {
  const other = new DatabaseSync(join(directory, "store.db"), { timeout: 60_000 });
  other.exec("BEGIN IMMEDIATE");
  await pause(12_000);
  other.exec("ROLLBACK");
  other.close();
};

const fullDisk: Trouble = async ({ directory }) => {
  const filler = join(directory, "filler");
  const { bavail, bsize } = statfsSync(directory);
  for (let size = bavail * bsize; size > 512; size /= 2) {
    try {
      writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  await pause(6000);
  rmSync(filler);
};

/** A file system of its own of 48 MB; undefined where this user may not mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=48m", "none", folder], { stdio: "pipe" });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", folder]);
  });
  return folder;
}

/** A server of its own, which this test may stop, crash and fill. */
async function ownServer() {
  const server = await startPostgres({ max_connections: "40" });
  onTestFinished(() => server.stop());
  return server;
}

async function payThrough(place: Place, trouble: Trouble, name: string): Promise<void> {
  const shop = await startShop(place);
  const { answers, stop } = keepPaying(shop.url);
  const { paid, statuses } = answers;
  const morePaid = async (count: number) => {
    for (const before = paid.size; paid.size < before + count; ) await pause(20);
  };
  try {
    await morePaid(often(2, 6));
    await trouble(place);
    // As before, without anybody's help.
    await morePaid(often(2, 6));
  } finally {
    await stop();
  }
  // The shop took it: nobody restarted it.
  await shop.expectRunning();
  await settle(place);
  const { orders, cents } = await expectSettled(place);
  await expectClean(place);
  const known = await inDatabase(place, ({ db }) => db.selectFrom("orders").select("id").execute());
  expect([...paid].filter((id) => !known.some((order) => order.id === id))).toEqual([]);
  const said = [...statuses].map(([status, times]) => `${status} ${times} times`).join(", ");
  if (isProof) console.log(`${name}: answers ${said}, ${answers.cutOff} carts cut off; ${orders} orders, ${cents} cents`);
}

const usual = { stock: { "v-2": 100_000 }, env: { TRUST_PROXY: "1" } };

test("payments lose nothing while every connection to PostgreSQL is ended, again and again", { timeout: 600_000 }, async () => {
  const place = await prepareEnvironment("postgres", usual);
  await payThrough({ ...place, processes: () => [] }, endedConnections, "connections ended");
});

const ofPostgres: readonly [name: string, trouble: (server: Awaited<ReturnType<typeof ownServer>>) => Trouble][] = [
  ["is stopped at once (-m immediate) and comes back", (server) => () => server.crash()],
  ["has no connection left", () => noConnectionLeft],
  ["hangs for longer than every time-out", () => longStop],
];

if (isProof) {
  test.each(ofPostgres)("payments lose nothing while PostgreSQL %s", { timeout: 1_200_000 }, async (name, troubleOf) => {
    const server = await ownServer();
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
    const folder = smallDisk();
    // What cannot be tried here is named, and proves nothing.
    if (folder === undefined) throw new Error("not tried: this user may not mount a small disk (run it as root)");
    const place = await prepareEnvironment("sqlite", { ...usual, dataDir: folder });
    await payThrough({ ...place, processes: () => [] }, fullDisk, "full disk");
  });
}
