import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, onTestFinished, vi } from "vitest";
import { productPath } from "../../server/catalog/paths.ts";
import { openForCommand } from "../../server/cli/open-database.ts";
import { openDatabase } from "../../server/db/open.ts";
import { openCategories } from "../../server/transfer/writing/categories.ts";
import { shopperOn } from "../payments/shopper.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { freePort } from "../support/free-port.ts";
import { isListening } from "../support/is-listening.ts";
import { findTool } from "../support/missing-tools.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { writeProducts } from "../support/product-fixture.ts";
import { plainProduction } from "../support/production.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { testWith } from "./test-with.ts";

const timeout = 180_000;

/** A database with products behind PgBouncer, and a direct connection for the test. */
async function pooled(mode: "session" | "transaction") {
  const database = await freshPostgresDatabase(inject("postgres"));
  const { db, close } = await openDatabase({ url: database.url, directory: "" });
  await openCategories(db);
  await writeProducts(db, { stock: { "v-1": 10, "v-2": 10 } });
  await close();
  const target = new URL(database.url);
  const folder = await mkdtemp(join(tmpdir(), "pgbouncer-"));
  // Under root, PgBouncer runs as another user, who must be able to read its file.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = `host=127.0.0.1 port=${target.port} user=${target.username} password=${target.password}`;
  const settings = `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n`;
  await writeFile(join(folder, "pgbouncer.ini"), `[databases]\n* = ${server}\n[pgbouncer]\n${settings}`);
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const bouncer = spawn(findTool("pgbouncer") ?? "", [...asUser, join(folder, "pgbouncer.ini")], { stdio: "ignore" });
  const gone = new Promise((resolve) => bouncer.once("close", resolve));
  const own = new Client({ connectionString: database.url });
  await own.connect();
  onTestFinished(async () => {
    await own.end();
    bouncer.kill("SIGKILL");
    await gone;
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  await vi.waitFor(async () => expect(await isListening(port)).toBe(true));
  return { url: `postgres://any@127.0.0.1:${port}${target.pathname}`, direct: database.url, own };
}

testWith("pgbouncer")(
  "behind a pooler that shares connections by transaction the start is refused with the remedy, and a command",
  {
    timeout,
  },
  async () => {
    const { url, direct } = await pooled("transaction");
    const directory = await mkdtemp(join(tmpdir(), "shop-pooled-"));
    onTestFinished(() => removeShop(directory));
    const remedy = "name PostgreSQL itself, or a pool with pool_mode = session";

    await expect(runShop({ ...plainProduction, SEED: "none", DATABASE_URL: url }, directory)).rejects.toThrow(remedy);

    await expect(
      runShop({ ...plainProduction, SEED: "none", DATABASE_URL: direct, DATABASE_REPLICA_URL: url }, directory),
    ).rejects.toThrow("DATABASE_REPLICA_URL leads to a pooler");

    expect(await openForCommand({ databaseUrl: url, dataDir: directory }, {})).toContain(remedy);
  },
);

testWith("pgbouncer")("behind one that shares them by session the shop sells, and hears of changes", { timeout }, async () => {
  const { url, own } = await pooled("session");
  const shop = await runShop({ ...plainProduction, SEED: "none", DATABASE_URL: url });
  onTestFinished(async () => {
    await shop.end("SIGKILL");
    await removeShop(shop.directory);
  });
  const read = async () => await (await fetch(`${shop.url}${productPath("product-1")}`)).text();
  expect(await read()).not.toContain("Renamed elsewhere");

  await own.query("UPDATE product SET name = 'Renamed elsewhere' WHERE slug = 'product-1'");

  await vi.waitFor(async () => expect(await read()).toContain("Renamed elsewhere"));
  const shopper = await shopperOn(new TestBrowser(shop.url));
  expect((await shopper.pay()).status).toBe(200);
});
