import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { readConfig } from "../../server/config.ts";
import { type OpenShop, openShop as openParts } from "../../server/open.ts";
import { TestBrowser } from "./browser-of.ts";
import { sharedFrontend, type TestShop, type TestShopOptions } from "./shop.ts";

type SecondShop = OpenShop & { browserOf: (browser: TestBrowser) => TestBrowser };

/**
 * Opens another server on a shop's database and gateway with its own connections, like a second
 * process. `browserOf` returns a browser that has visited the first server.
 */
export async function openSecondShop(
  first: TestShop,
  { failpoint, env }: Pick<TestShopOptions, "failpoint" | "env"> = {},
): Promise<SecondShop> {
  const config = readConfig({
    DATA_DIR: first.directory,
    SEED: "none",
    ...(first.databaseUrl && { DATABASE_URL: first.databaseUrl }),
    ...env,
  });
  const lines = { write: (line: string) => void first.log.push(line) };
  const open = await openParts(config, {
    gateway: first.gateway,
    publicUrl: config.publicUrl ?? "http://shop.test",
    now: first.shop.now,
    log: { logger: pino({ level: "debug" }, lines), lines },
    frontend: await sharedFrontend(config.production),
    ...(failpoint && { failpoint }),
  });
  await new Promise<void>((resolve) => open.server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    open.server.closeAllConnections();
    await new Promise((resolve) => open.server.close(resolve));
    await open.close();
  });
  const url = `http://127.0.0.1:${(open.server.address() as AddressInfo).port}`;
  const browserOf = (browser: TestBrowser) => {
    const other = new TestBrowser(url);
    for (const [name, value] of browser.jar) other.jar.set(name, value);
    return other;
  };
  return { ...open, browserOf };
}
