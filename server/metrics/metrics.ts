import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { OpenDatabase } from "../db/open.ts";
import { release } from "../release.ts";
import type { ShopLimitSettings } from "../staff/shop-limits.ts";
import { databaseMetrics } from "./database.ts";
import { type PageMetrics, pageMetrics } from "./pages.ts";
import { type RequestMetrics, requestMetrics } from "./requests.ts";

export type Metrics = RequestMetrics &
  PageMetrics & {
    contentType: string;
    /** everything, in Prometheus' text format */
    scrape: () => Promise<string>;
  };

/** Metrics of this process: of its requests, pages, jobs, payments, connections, and event loop. */
export function openMetrics(
  database: Pick<OpenDatabase, "db" | "pool" | "replicas">,
  { now, limits }: { now: () => number; limits: ShopLimitSettings },
): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Gauge({
    name: "storefront_build_info",
    help: "1; the label is the release that runs",
    labelNames: ["release"],
    registers: [register],
  }).set({ release }, 1);
  const refresh = databaseMetrics(register, { ...database, now, limits });
  return {
    ...requestMetrics(register),
    ...pageMetrics(register),
    contentType: register.contentType,
    scrape: async () => {
      await refresh();
      return await register.metrics();
    },
  };
}
