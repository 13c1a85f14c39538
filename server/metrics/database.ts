import { stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { OnStatement, OpenDatabase } from "../db/open.ts";
import { countJobs } from "../jobs/count.ts";
import { countOpenAttempts } from "../payments/queries/open-attempts.ts";
import { type ShopLimitSettings, shopLimits } from "../staff/reports/shop-limits.ts";

export type DatabaseMetricsInput = Pick<OpenDatabase, "db" | "file" | "pool" | "replicas"> & {
  now: () => number;
  limits: ShopLimitSettings;
};

const limitLabels = ["limit", "group"];

/** The longest wait of a scrape for the database, in ms. */
const patienceMs = 2000;

const kinds = new Set(["select", "insert", "update", "delete", "with"]);

/** Measures statements by their first word, since there are too many different texts for labels. */
export function statementMetrics(register: Registry): OnStatement {
  const durations = new Histogram({
    name: "storefront_database_statement_duration_seconds",
    help: "Time of a statement, what it waited for included, by its first word",
    labelNames: ["statement"],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  });
  return (text, ms) => {
    const [word = ""] = /\w+/.exec(text.slice(0, 20)) ?? [];
    const kind = word.toLowerCase();
    durations.observe({ statement: kinds.has(kind) ? kind : "other" }, ms / 1000);
  };
}

/**
 * The size of a file in bytes; 0 if the file does not exist, such as a log that was never written.
 */
const bytesOf = async (path: string): Promise<number> => (await stat(path).catch(() => ({ size: 0 }))).size;

/**
 * Adds gauges of the database. Returns a function that reads their values again and never throws.
 */
export function databaseMetrics(
  register: Registry,
  { db, file, pool, replicas, now, limits }: DatabaseMetricsInput,
): () => Promise<void> {
  const registers = [register];
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers });
  const jobs = gauge("storefront_jobs", "Jobs that are not done, by lane and state", ["lane", "state"]);
  const ages = gauge("storefront_job_age_seconds", "For how long the first job of a lane has been due", ["lane"]);
  const attempts = gauge("storefront_payment_attempts", "Payment attempts in the states that do not last", ["state"]);
  const tries = gauge("storefront_shop_limit_tries", "Tries of the last hour that a limit of the whole shop counts", limitLabels);
  const reached = gauge(
    "storefront_shop_limit_ratio",
    "Those tries, as a part of how many there are before each takes work, or is refused",
    [...limitLabels, "effect"],
  );
  const up = gauge("storefront_database_up", "1 when the database answered this scrape within two seconds");
  const connections = pool && gauge("storefront_database_connections", "Open connections by what they do", ["state"]);
  const queue = pool && gauge("storefront_database_connections_waiting", "Queries that wait for a connection");
  const replicated = replicas && gauge("storefront_database_replicas", "Read replicas by whether they answer", ["state"]);
  if (file !== undefined)
    new Gauge({
      name: "storefront_database_file_bytes",
      help: "Bytes of SQLite's file and of its write-ahead log",
      labelNames: ["file"],
      registers,
      async collect() {
        this.set({ file: "data" }, await bytesOf(file));
        this.set({ file: "log" }, await bytesOf(`${file}-wal`));
      },
    });
  let reported = 0;
  if (replicas)
    new Counter({
      name: "storefront_database_replica_reads_total",
      help: "Reads for pages that a replica answered",
      registers,
      collect() {
        const { reads } = replicas();
        this.inc(reads - reported);
        reported = reads;
      },
    });

  const read = async (): Promise<boolean> => {
    const ofJobs = await countJobs(db, now());
    const ofAttempts = await countOpenAttempts(db);
    for (const [lane, { waiting, failed, age }] of Object.entries(ofJobs)) {
      jobs.set({ lane, state: "waiting" }, waiting);
      jobs.set({ lane, state: "failed" }, failed);
      ages.set({ lane }, age / 1000);
    }
    for (const [state, count] of Object.entries(ofAttempts)) attempts.set({ state }, count);
    for (const { kind: limit, group, count, free, most } of await shopLimits(db, limits, now())) {
      tries.set({ limit, group }, count);
      reached.set({ limit, group, effect: "work" }, count / free);
      reached.set({ limit, group, effect: "refusal" }, count / most);
    }
    return true;
  };
  let reading: Promise<boolean> | undefined;
  return async () => {
    if (pool) {
      const { open, idle, waiting } = pool();
      connections?.set({ state: "idle" }, idle);
      connections?.set({ state: "busy" }, open - idle);
      queue?.set(waiting);
    }
    if (replicas) {
      const { ready, away } = replicas();
      replicated?.set({ state: "ready" }, ready);
      replicated?.set({ state: "away" }, away);
    }
    // If a read hangs, later scrapes wait for the same read and begin no second one.
    reading ??= read()
      .catch(() => false)
      .finally(() => {
        reading = undefined;
      });
    const responded = await Promise.race([reading, pause(patienceMs, false, { ref: false })]);
    up.set(responded ? 1 : 0);
    if (!responded) for (const each of [jobs, ages, attempts, tries, reached]) each.reset();
  };
}
