import { createServer } from "node:net";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { failpointOf } from "./failpoint.ts";
import { openShop } from "./open.ts";
import { startTestGateway } from "./payments/gateways/test/start.ts";

/** Requests in flight get this long at a stop, in ms: payments wait for the bank. */
const grace = 30_000;

const isLoopback = (host: string) => host === "localhost" || host === "::1" || /^127\./.test(host);

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`The shop cannot start:\n${error.message}`);
    process.exit(1);
  }
}

const shownHost = (host: string) => (isLoopback(host) || host === "0.0.0.0" || host === "::" ? "localhost" : host);

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function main(): Promise<void> {
  const config = configOrExit();
  const own = config.gateway ? undefined : await startTestGateway({ file: join(config.dataDir, "gateway.db") });
  const gateway = config.gateway ?? own;
  if (!gateway) throw new Error("there is no payment gateway");
  // The port must be known before pages are made: they carry absolute addresses.
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const publicUrl = config.publicUrl ?? `http://${shownHost(config.host)}:${port}`;
  const { server, shop, close } = await openShop(config, { gateway, publicUrl, failpoint: failpointOf(config.failpoint) });
  server.requestTimeout = 60_000;
  server.headersTimeout = 20_000;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    shop.log.info("stopping");
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearTimeout(cut);
    await close();
    await own?.stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  server.once("error", async (error: NodeJS.ErrnoException) => {
    const why = error.code === "EADDRINUSE" ? `PORT ${port} is taken by another program` : error.message;
    console.error(`The shop cannot start:\n${why}`);
    await close();
    await own?.stop();
    process.exit(1);
  });
  server.listen(port, config.host, () => console.log(`Storefront ready at ${publicUrl}/storefront/`));
}

await main();
