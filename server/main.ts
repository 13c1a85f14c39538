import { access, constants } from "node:fs/promises";
import { url as inspectorUrl } from "node:inspector";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { refusePoolingReplica, refuseTransactionPooling } from "./db/pooling.ts";
import { placeDemoOrder } from "./demo/place-order.ts";
import { failpointOf } from "./failpoint.ts";
import type { Frontend } from "./frontend.ts";
import { metricsServer } from "./metrics/server.ts";
import { openShop } from "./open.ts";
import { checkGateway } from "./payments/check-gateway.ts";
import { startTestGateway } from "./payments/gateways/test/start.ts";
import { listenFailureOf, setupFailureOf } from "./setup-failure.ts";
import { openStop } from "./stop.ts";
import { openLog, openLogLines } from "./web/log.ts";
import { isLoopback } from "./web/network.ts";

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    refuseStart(error.message);
  }
}

function refuseStart(why: string): never {
  console.error(`The shop cannot start:\n${why}`);
  process.exit(1);
}

/** Prevents an inspector in production, since memory contains card data during a payment. */
function refuseInspector(production: boolean): void {
  if (!production) return;
  if (inspectorUrl() !== undefined) refuseStart("NODE_OPTIONS must not open the inspector in production");
  // By default, Node opens the inspector at this signal.
  process.on("SIGUSR1", () => {});
}

/**
 * Prints only the name and stack of an error. Node would print all its properties, for example a
 * database row.
 */
function fail(error: unknown): never {
  console.error(
    `The shop stopped because of an error:\n${error instanceof Error ? error.stack : "something other than an error was thrown"}`,
  );
  process.exit(1);
}

/**
 * Logs an unhandled rejection. The shop keeps running, since a rejection affects at most one
 * request.
 */
function logRejections(log: Logger): void {
  process.on("unhandledRejection", (reason) => {
    log.error({ err: reason instanceof Error ? reason : new Error(typeof reason) }, "unhandled promise rejection");
  });
}

/** Prints the problem with the setup. An error of the program is printed with its stack. */
function failStart(error: unknown, config: Config): never {
  const why = setupFailureOf(error, config);
  if (why === undefined) fail(error);
  refuseStart(why);
}

/** Checks write access, since SQLite opens a read-only file and fails only at the first change. */
async function refuseReadOnly(file: string): Promise<void> {
  await access(file, constants.R_OK | constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

const shownHost = (host: string) => (isLoopback(host) || host === "0.0.0.0" || host === "::" ? "localhost" : host);

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) =>
      reject(new ConfigError(listenFailureOf(error, { variable: "PORT", port: 0, host }) ?? error.message));
    const probe = createServer().once("error", refuse);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * The most connections that wait in the system until the shop accepts them. Further clients try
 * again after one, three or seven seconds.
 */
const backlog = 4096;

/**
 * Starts the shop with this process's environment. `frontend` is the frontend if it is already
 * loaded.
 */
export async function main(frontend?: Frontend): Promise<void> {
  // Only the shop's own user may read shoppers' data, regardless of the permissions of DATA_DIR.
  process.umask(0o077);
  process.on("uncaughtException", fail);
  const config = configOrExit();
  refuseInspector(config.production);
  await start(config, frontend).catch((error: unknown) => failStart(error, config));
}

async function start(config: Config, frontend?: Frontend): Promise<void> {
  if (config.databaseUrl !== undefined) await refuseTransactionPooling(config.databaseUrl);
  else await refuseReadOnly(join(config.dataDir, "store.db"));
  await Promise.all(config.replicaUrls.map(refusePoolingReplica));
  const lines = openLogLines();
  const logger = openLog(config.logLevel, lines);
  logRejections(logger);
  const testGateway = config.gateway ? undefined : await startTestGateway({ file: join(config.dataDir, "gateway.db") });
  const gateway = config.gateway ?? testGateway;
  if (!gateway) throw new Error("there is no payment gateway");
  // The port must be known before pages are rendered, since pages contain absolute addresses.
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const publicUrl = config.publicUrl ?? `http://${shownHost(config.host)}:${port}`;
  const log = { logger, lines };
  const {
    server,
    shop,
    warm,
    drain,
    close: closeParts,
    metrics,
  } = await openShop(config, {
    gateway,
    publicUrl,
    log,
    failpoint: failpointOf(config.failpoint),
    ...(frontend && { frontend }),
  });
  await checkGateway(shop);
  const scraped = metrics && metricsServer(metrics);
  const close = async () => {
    scraped?.closeAllConnections();
    scraped?.close();
    await closeParts();
    await testGateway?.stop();
  };
  // The assets are stored before any page links to them.
  await shop.assets.keep();
  // The demo order needs the shop's own test gateway, which moves no money.
  if (testGateway && config.seed === "demo") await placeDemoOrder(shop);
  await warm();
  const stop = openStop({ server, log: shop.log, drainMs: config.drainSeconds * 1000, drain, close });
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const failToListen = (variable: string, takenPort: number) => async (error: Error) => {
    console.error(
      `The shop cannot start:\n${listenFailureOf(error, { variable, port: takenPort, host: config.host }) ?? error.message}`,
    );
    await close().catch(fail);
    process.exit(1);
  };
  server.once("error", failToListen("PORT", port));
  const open = () =>
    server.listen({ port, host: config.host, backlog }, () => console.log(`Storefront ready at ${publicUrl}/storefront/`));
  const { metricsPort = 0 } = config;
  if (!scraped) open();
  else scraped.once("error", failToListen("METRICS_PORT", metricsPort)).listen(metricsPort, config.host, open);
}

if (import.meta.main) await main().catch(fail);
