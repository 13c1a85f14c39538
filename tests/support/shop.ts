import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { onTestFailed, onTestFinished } from "vitest";
import { type GatewaySettings, readConfig } from "../../server/config.ts";
import { type Frontend, loadFrontend } from "../../server/frontend.ts";
import { type OpenShop, openShop as openParts } from "../../server/open.ts";
import type { Bounds } from "../../server/web/admission.ts";
import { TestBrowser } from "./browser-of.ts";
import { type Engine, prepareDatabase } from "./database.ts";
import { openGatewayHere } from "./gateway.ts";
import { type ProductFixture, writeProducts } from "./product-fixture.ts";

export { type Engine, engines } from "./database.ts";

export type TestShopOptions = Partial<ProductFixture> & {
  engine?: Engine;
  /** `demo` loads the demo shop instead of the fixture products; `none` loads neither */
  products?: "fixture" | "demo" | "none";
  /** false for tests without payments: then there is no gateway */
  pays?: boolean;
  /** the gateway of another vendor instead of the shop's own test gateway */
  gateway?: GatewaySettings;
  env?: Record<string, string>;
  /**
   * the start of the shop's clock in ms, for tests that count days; by default the machine's time
   */
  startsAt?: number;
  failpoint?: (name: string) => Promise<void>;
  bounds?: Partial<Bounds>;
};

export type TestShop = OpenShop & {
  url: string;
  directory: string;
  /** everything that was logged */
  log: string[];
  gateway: GatewaySettings;
  /** moves the shop's clock forward by so many ms */
  pass: (ms: number) => void;
  browser: () => TestBrowser;
  databaseUrl: string | undefined;
};

async function listen({ server }: OpenShop): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const frontends = new Map<boolean, Promise<Frontend>>();

/** A worker's shops share a frontend, since compiling the views takes longer than most tests. */
export function sharedFrontend(production: boolean): Promise<Frontend> {
  const cachedFrontend = frontends.get(production);
  if (cachedFrontend) return cachedFrontend;
  const loading = loadFrontend({ production });
  frontends.set(production, loading);
  return loading;
}

/** Nobody listens there. */
const noGateway = { adapter: "http" as const, url: "http://127.0.0.1:9", secret: "none", stop: async () => {} };

/** A logged error, with its place in the shop's own code. */
function inShort(line: string): string {
  const { msg, err }: { msg?: string; err?: { code?: string; message?: string; stack?: string } } = JSON.parse(line);
  const frames = err?.stack?.match(/server\/[^\s)]+/g) ?? [];
  return [msg, err?.code, err?.message, ...frames.slice(0, 6)].filter(Boolean).join(" ");
}

/**
 * Opens a whole shop over real HTTP on a real database, with its own test gateway. The shop is
 * closed when the test ends.
 */
export async function openShop({
  engine = "sqlite",
  products = "fixture",
  env = {},
  failpoint,
  bounds,
  stock,
  startsAt,
  pays = true,
  gateway: vendor,
}: TestShopOptions = {}): Promise<TestShop> {
  const directory = await mkdtemp(join(tmpdir(), "shop-"));
  const database = await prepareDatabase(engine, directory, products === "demo" ? "demo" : "nothing");
  const own = pays && !vendor ? await openGatewayHere(join(directory, "gateway.db")) : noGateway;
  const gateway = vendor ?? own;
  const log: string[] = [];
  const lines = { write: (line: string) => void log.push(line) };
  let ahead = startsAt === undefined ? 0 : startsAt - Date.now();
  const read = readConfig({
    DATA_DIR: directory,
    SEED: "demo",
    LOG_LEVEL: "debug",
    ...(database.url && { DATABASE_URL: database.url }),
    ...env,
  });
  // `read` is the configuration with SEED set to `demo`, so the shop's texts are the demo's. Here
  // `seed` decides only whether the demo products are loaded.
  const config = {
    ...read,
    ...(vendor && { gateway: vendor }),
    seed: products === "demo" ? ("demo" as const) : ("none" as const),
  };
  const open = await openParts(config, {
    gateway,
    publicUrl: config.publicUrl ?? "http://shop.test",
    now: () => Date.now() + ahead,
    log: { logger: pino({ level: "debug" }, lines), lines },
    frontend: await sharedFrontend(config.production),
    ...(failpoint && { failpoint }),
    ...(bounds && { bounds }),
  });
  if (products === "fixture")
    await writeProducts(open.shop.db, { stock: stock ?? { "v-1": 10, "v-2": 10, "v-3": 10, "v-9": 10 } });
  const url = await listen(open);
  const close = async () => {
    open.server.closeAllConnections();
    await new Promise((resolve) => open.server.close(resolve));
    await open.close();
    await own.stop();
    await database.giveBack();
    await rm(directory, { recursive: true, force: true });
  };
  onTestFinished(close);
  onTestFailed(({ task }) => {
    const errors = log.filter((line) => /"level":[56]0/.test(line)).map(inShort);
    const [failure] = task.result?.errors ?? [];
    if (failure && errors.length > 0) failure.message += `\nthe shop logged: ${errors.slice(-3).join("; ")}`;
  });
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { ...open, url, directory, log, gateway, pass, browser: () => new TestBrowser(url), databaseUrl: database.url };
}
