import type { Server } from "node:http";
import type { Logger } from "pino";
import { createPublicApp } from "./app.ts";
import { openViewCounts } from "./catalog/views.ts";
import { openTax } from "./checkout/open-tax.ts";
import { deactivateDemoPromos } from "./checkout/promos.ts";
import type { Config, GatewaySettings } from "./config.ts";
import { emailLogoOf } from "./content/email-logo.ts";
import { findWording } from "./content/email-wordings.ts";
import { openSettings } from "./content/held-settings.ts";
import { contentPagePath } from "./content/paths.ts";
import { openRedirectUses } from "./content/redirect-uses.ts";
import { accentOf, shopAccent } from "./content/rules/theme.ts";
import { ownerAddresses } from "./content/settings.ts";
import { datesIn } from "./dates.ts";
import { type OnStatement, openDatabase } from "./db/open.ts";
import { openOutageLog } from "./db/outage-log.ts";
import { withStatementLimit } from "./db/statement-limit.ts";
import { demoDrawings } from "./demo/drawings/generator.ts";
import { type Frontend, loadFrontend } from "./frontend.ts";
import { openSocial } from "./identity/social/open.ts";
import { openMail } from "./jobs/mail.ts";
import { openJobQueue } from "./jobs/queue.ts";
import { listener, requestStatementMs } from "./listener.ts";
import { openGenerators } from "./media/image-generator.ts";
import { openMediaStore } from "./media/open.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { openGateway } from "./payments/gateways/open.ts";
import { leavePage } from "./payments/reconcile.ts";
import { release } from "./release.ts";
import { jobWorkers, startTimers } from "./schedule.ts";
import { fillEmpty } from "./seed.ts";
import type { Shop } from "./shop.ts";
import { shopDefaults } from "./shop-defaults.ts";
import type { Tracing } from "./tracing/tracing.ts";
import { warmPages } from "./warm.ts";
import type { Bounds } from "./web/admission.ts";
import { openArchive, openKeptAssets } from "./web/assets/kept-assets.ts";
import { openCachePurge } from "./web/cache-purge.ts";
import { fixedHeaders } from "./web/headers.ts";
import { type LogLines, openLog, openLogLines, openRequestLog } from "./web/log.ts";
import { openPageCache, type PageCache } from "./web/page-cache.ts";
import { behindProxy, openServer } from "./web/server.ts";
import { openViews } from "./web/views.ts";

type OpenOptions = {
  /** the gateway's settings; if none is configured, main starts the test gateway first */
  gateway: GatewaySettings;
  /** the shop's own address, which is known after the port is known */
  publicUrl: string;
  now?: () => number;
  /** the log, and the stream of its lines */
  log?: { logger: Logger; lines: LogLines };
  failpoint?: (name: string) => Promise<void>;
  /** the frontend if it is already loaded, since tests open many shops in one process */
  frontend?: Frontend;
  /** limits of concurrent requests by kind; tests pass smaller limits */
  bounds?: Partial<Bounds>;
};

export type OpenShop = {
  shop: Shop;
  server: Server;
  /** renders the most requested pages before the shop opens */
  warm: () => Promise<void>;
  /** Makes the shop report that it is not ready. */
  drain: () => void;
  close: () => Promise<void>;
  runJobs: () => Promise<void>;
  /** undefined unless METRICS_PORT is set */
  metrics: Metrics | undefined;
};

/**
 * Opens every part of the shop, for main and for tests: database, pages, mail, gateway, job queue,
 * timers. The server does not listen yet.
 */
export async function openShop(config: Config, options: OpenOptions): Promise<OpenShop> {
  const lines = options.log?.lines ?? openLogLines();
  const log = options.log?.logger ?? openLog(config.logLevel, lines);
  log.info({ release, node: process.version }, "starting");
  const now = options.now ?? Date.now;
  const onMigrating = (migrations: readonly string[]) =>
    log.info({ migrations }, "bringing the database up to date, after any other process that does so");
  const tracing = await tracingOf(config);
  const metrics = await metricsOf(config);
  const listeners = [tracing?.statement, metrics?.onStatement].filter((each) => each !== undefined);
  const database = await openDatabase({
    url: config.databaseUrl,
    directory: config.dataDir,
    connections: config.databaseConnections,
    replicaUrls: config.replicaUrls,
    onReplica: (replica, problem) =>
      problem === undefined
        ? log.info({ replica }, "pages are read from a replica")
        : log.warn({ replica, problem }, "a replica is not read: the primary answers instead"),
    connectWithin,
    onMigrating,
    ...(listeners.length > 0 && {
      onStatement: (...statement: Parameters<OnStatement>) => {
        for (const listener of listeners) listener(...statement);
      },
    }),
  });
  try {
    await fillEmpty(database.db, config, now(), log);
  } catch (error) {
    await database.close();
    throw error;
  }
  if (config.production) await deactivateDemoPromos(database.db);
  const { islands, templates, assets, development } = options.frontend ?? (await loadFrontend(config));
  const social = openSocial(config, options.publicUrl, { now, log });
  const settings = openSettings(database, shopDefaults(config));
  const views = openViews({
    templates,
    islands,
    cookiePrefix: config.cookiePrefix,
    social: social.offer,
    frame: settings.frame,
    part: () => {
      const shop = settings.current();
      const { leaf: accent, on: onAccent } = accentOf(shop.accentLight || shopAccent, "light");
      const logo = emailLogoOf(shop, options.publicUrl);
      const contactPage = settings.frame().policies.find(({ href }) => href === contentPagePath("contact"));
      const help = contactPage ? options.publicUrl + contactPage.href : "";
      return { storeName: shop.storeName, legal: linesOf(shop.emailLegal), logo, help, accent, onAccent };
    },
  });
  const mail = openMail({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    directory: config.dataDir,
    host: new URL(options.publicUrl).hostname,
  });
  metrics?.watch({ ...database, now, limits: config });
  const measured = metrics?.measurePages ?? ((pages: PageCache) => pages);
  let draining = false;
  const queue: { current?: ReturnType<typeof openJobQueue> } = {};
  const gateway = openGateway(options.gateway, { db: database.db, now });
  const shop: Shop = {
    config: { ...config, publicUrl: options.publicUrl },
    db: database.db,
    engine: database.engine,
    now,
    dates: datesIn(() => settings.current().timeZone),
    log,
    outages: openOutageLog({ log, ping: database.ping }),
    logRequest: openRequestLog(log, lines),
    media: openMediaStore(config),
    gateway: tracing ? tracing.gateway(gateway) : gateway,
    leavePage: (visitor, checkoutId) => leavePage(shop, visitor, checkoutId),
    tax: openTax(config.taxService, { now, log }),
    mail,
    wordingOf: (kind) => findWording(database.db, kind),
    ownersOf: (kind) => ownerAddresses(database.db, kind, shop.config.ownerMail),
    social,
    // The drawings of the demo are always available, whatever the catalogue contains, since orders
    // keep the addresses of their pictures.
    generateImage: openGenerators([demoDrawings]),
    ...views,
    render: [metrics?.measureRender, tracing?.render].reduce((render, wrap) => wrap?.(render) ?? render, views.render),
    ...(metrics && { countRequest: metrics.countRequest }),
    settings,
    assets: openKeptAssets({ archive: openArchive(database.db, config.dataDir), assets, now, log }),
    pages: measured(
      openPageCache({
        clock: database.clock,
        feed: database.feed,
        now,
        ...(development && { epoch: () => development.revision() }),
        headers: fixedHeaders({ ...config, publicUrl: options.publicUrl }),
        tagHeader: config.sharedCache.tagHeader,
        beforeMaking: settings.refresh,
        responds: database.responds,
      }),
    ),
    catalogVersion: database.catalogVersion,
    viewCounts: openViewCounts(database.db, now),
    redirectUses: openRedirectUses(database.db, now),
    ping: database.ping,
    isDraining: () => draining,
    notifyWorker: () => queue.current?.notifyWorker(),
    failpoint: options.failpoint ?? (async () => {}),
  };
  const { workers, ...rest } = jobWorkers(shop);
  const background = { db: shop.db, now, log, outages: shop.outages, workers: tracing?.jobs(workers) ?? workers, ...rest };
  const jobs = withStatementLimit(backgroundStatementMs, () => openJobQueue(background));
  queue.current = jobs;
  const stopTimers = withStatementLimit(backgroundStatementMs, () => startTimers(shop));
  if (config.s3) void shop.media.has("start").catch((error: unknown) => log.error({ err: error }, "pictures cannot be served"));
  const { purge } = config.sharedCache;
  const stopPurging = purge && openCachePurge({ ...purge, clock: database.clock, feed: database.feed, log });
  const server = openServer(
    listener(shop, { development, metrics, tracing, bounds: options.bounds }),
    log,
    config.trustProxy > 0 ? behindProxy : {},
  );
  const drain = () => {
    draining = true;
  };
  /**
   * Ends the connections of a database server that does not respond. Otherwise work that waits for
   * the server would delay the shop's end.
   */
  const breakOffSilent = () => {
    if (!database.responds()) database.breakOff();
  };
  const close = async () => {
    const watch = setInterval(breakOffSilent, 200);
    await stopTimers();
    await stopPurging?.();
    const lastCounts = withStatementLimit(requestStatementMs, async () => {
      await shop.viewCounts.write();
      await shop.redirectUses.write();
    });
    await lastCounts.catch((error: unknown) => log.error({ err: error }, "the last counts could not be written"));
    await jobs.stop();
    await social.stop();
    mail.close();
    shop.outages.stop();
    await database.close();
    clearInterval(watch);
    await tracing?.close();
  };
  const warm = () => warmPages(shop, createPublicApp(shop));
  return { shop, server, warm, drain, close, runJobs: jobs.run, metrics };
}

/** Loads the metrics only if they are configured, to save memory otherwise. */
async function metricsOf({ metricsPort }: Config): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { openMetrics } = await import("./metrics/metrics.ts");
  return openMetrics();
}

async function tracingOf({ tracing, trustProxy }: Config): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { loadTracing } = await import("./tracing/load.ts");
  const { openTracing } = await loadTracing();
  return openTracing(tracing, { trustProxy });
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

/** The longest time that a query waits for a connection, in ms. */
const connectWithin = 10_000;
/** The longest time of a statement in a timer or a job, in ms. */
const backgroundStatementMs = 120_000;
