import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { OnStatement } from "../db/open.ts";
import { release } from "../release.ts";
import { type DatabaseMetricsInput, databaseMetrics, statementMetrics } from "./database.ts";
import { type PageMetrics, pageMetrics } from "./pages.ts";
import { type RequestMetrics, requestMetrics } from "./requests.ts";

export type Metrics = RequestMetrics &
  PageMetrics & {
    onStatement: OnStatement;
    /** adds a database, which each scrape reads */
    watch: (database: DatabaseMetricsInput) => void;
    contentType: string;
    /** returns all metrics in Prometheus' text format */
    scrape: () => Promise<string>;
  };

/**
 * Opens the metrics of this process: requests, pages, jobs, payments, connections, and event loop.
 */
export function openMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Gauge({
    name: "storefront_build_info",
    help: "1; the label is the release that runs",
    labelNames: ["release"],
    registers: [register],
  }).set({ release }, 1);
  let refresh = async () => {};
  return {
    ...requestMetrics(register),
    ...pageMetrics(register),
    onStatement: statementMetrics(register),
    watch: (database) => {
      refresh = databaseMetrics(register, database);
    },
    contentType: register.contentType,
    scrape: async () => {
      await refresh();
      return await register.metrics();
    },
  };
}
