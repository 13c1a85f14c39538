import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { openCategories } from "../../server/catalog/import.ts";
import { type OpenDatabase, openDatabase } from "../../server/db/open.ts";
import { startTestGateway, type TestGateway } from "../../server/payments/gateways/test/start.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { writeGoods } from "../support/goods.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import { type Engine, engines } from "../support/shop.ts";
import { shopperOn } from "./shopper.ts";

type Ground = { directory: string; env: Record<string, string>; gateway: TestGateway; database: () => Promise<OpenDatabase> };

/** A shop's disk and its gateway, both of which outlive its process. */
async function ground(engine: Engine): Promise<Ground> {
  const directory = await mkdtemp(join(tmpdir(), "shop-kill-"));
  const postgres = engine === "postgres" ? await freshPostgresDatabase(inject("postgres")) : undefined;
  const gateway = await startTestGateway({ file: join(directory, "gateway.db") });
  onTestFinished(async () => {
    await gateway.stop();
    await postgres?.drop();
    await removeShop(directory);
  });
  const env = {
    SEED: "none",
    PAYMENT_GATEWAY_URL: gateway.url,
    PAYMENT_GATEWAY_SECRET: gateway.secret,
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  const database = () => openDatabase({ url: postgres?.url, directory });
  const opened = await database();
  await openCategories(opened.db);
  await writeGoods(opened.db, { stock: { "v-2": 10 } });
  await opened.close();
  return { directory, env, gateway, database };
}

async function start({ directory, env }: Ground, failpoint = ""): Promise<RunningShop> {
  const shop = await runShop({ ...env, STORE_FAILPOINT: failpoint }, directory);
  onTestFinished(() => void shop.end("SIGKILL"));
  return shop;
}

/** What stands in the database while no shop runs. */
async function inDatabase<Value>({ database }: Ground, look: (opened: OpenDatabase) => Promise<Value>): Promise<Value> {
  const opened = await database();
  return await look(opened).finally(opened.close);
}

/** A minute later, for whoever looks at the leases. */
const letLeasesEnd = (place: Ground) =>
  inDatabase(place, ({ db }) => db.updateTable("attempt").set({ lease_until: 0 }).execute());

/** The owner's own check, as its own process: exit status and what it says. */
function fsck({ directory, env }: Ground): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const root = join(import.meta.dirname, "../..");
    const child = spawn(process.execPath, ["server/cli/main.ts", "fsck"], {
      cwd: root,
      env: { ...env, PATH: process.env.PATH, DATA_DIR: directory },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    child.once("close", (code) => resolve({ code, said }));
  });
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 400; tries++) {
    const seen = await look().catch(() => undefined);
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it did not come");
}

describe.each(engines)("a server killed while it is paid, on %s", { timeout: 120_000 }, (engine) => {
  test("right after the charge: after the restart there is the order, with that one authorisation", async () => {
    const place = await ground(engine);
    const killed = await start(place, "g.after_charge:kill");
    const shopper = await shopperOn(new TestBrowser(killed.url));

    await expect(shopper.pay()).rejects.toThrow();

    expect(await killed.end()).toBeNull();
    expect(killed.process.signalCode).toBe("SIGKILL");
    const attempts = () => inDatabase(place, ({ db }) => db.selectFrom("attempt").select(["state", "amount"]).execute());
    expect(await attempts()).toEqual([{ state: "sent", amount: shopper.total }]);
    await letLeasesEnd(place);

    const restarted = await start(place);
    const browser = new TestBrowser(restarted.url);
    for (const [name, value] of shopper.browser.jar) browser.jar.set(name, value);
    const { orderId } = await until(async () => {
      const paid = await browser.get(`/storefront/checkout/payment/${shopper.checkoutId}/`);
      const found = /confirmation\/([a-f0-9]{32})/.exec(paid.headers.get("location") ?? "")?.[1];
      return found === undefined ? undefined : { orderId: found };
    });
    expect((await browser.get(`/storefront/checkout/confirmation/${orderId}/`)).text).toContain("1001");
    await until(async () => {
      const [attempt] = await attempts();
      return attempt?.state === "captured" || undefined;
    });
    expect(await restarted.end("SIGTERM")).toBe(0);
    expect(await inDatabase(place, ({ db }) => findBreaches(db))).toEqual([]);
    expect(await fsck(place)).toEqual({ code: 0, said: "All is in order.\n" });
    const { authorized } = await booksOf(place);
    expect(authorized).toBe(1);
  });

  test("before the gateway was asked: after the restart the goods are free again, and fsck tells what was damaged since", async () => {
    const place = await ground(engine);
    const killed = await start(place, "p.after_commit:kill");
    const shopper = await shopperOn(new TestBrowser(killed.url));
    await expect(shopper.pay()).rejects.toThrow();
    expect(await killed.end()).toBeNull();
    await letLeasesEnd(place);

    const restarted = await start(place);
    const browser = new TestBrowser(restarted.url);
    for (const [name, value] of shopper.browser.jar) browser.jar.set(name, value);
    await until(async () => {
      const [attempt] = await inDatabase(place, ({ db }) => db.selectFrom("attempt").select("state").execute());
      return attempt?.state === "not_found" || undefined;
    });
    await restarted.end("SIGKILL");

    expect((await booksOf(place)).authorized).toBe(0);
    expect(await inDatabase(place, ({ db }) => db.selectFrom("variant").select("reserved").execute())).toEqual([{ reserved: 0 }]);
    expect((await fsck(place)).code).toBe(0);
    await inDatabase(place, ({ db }) => db.updateTable("variant").set({ reserved: 1 }).execute());
    const { code, said } = await fsck(place);
    expect(code).toBe(1);
    expect(said).toMatch(/^I2 .*variant=v-2 on_hand=10 reserved=1 moved=10 held=0$/m);
  });
});

/** How often the gateway was asked for money, by its own books. */
async function booksOf({ gateway }: Ground): Promise<{ authorized: number }> {
  const answer = await fetch(`${gateway.url}/books?since=0&until=${Number.MAX_SAFE_INTEGER}&after=0&limit=100`, {
    headers: { authorization: `Bearer ${gateway.secret}` },
  });
  const { transactions } = (await answer.json()) as { transactions: { kind: string }[] };
  return { authorized: transactions.filter(({ kind }) => kind === "authorize").length };
}
