import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, Response } from "express";
import { LRUCache } from "lru-cache";
import { Counter, Histogram, type Registry } from "prom-client";
import { paymentPath } from "../checkout/paths.ts";

/** Methods with their own label; all other methods share one label. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);

/** Folders of files, which have no route of their own. */
const folders = ["/static/", "/media/"];

/**
 * The pattern of the route that answered a request. The path itself would make a label for each id.
 */
function routeOf({ route, originalUrl }: Request): string {
  const pattern: unknown = route?.path;
  if (typeof pattern === "string") return pattern;
  const folder = folders.find((each) => originalUrl.startsWith(each));
  return folder === undefined ? "none" : `${folder}*`;
}

/** The most page addresses whose routes are remembered for pages in memory. */
const maxTargets = 10_000;

export type RequestMetrics = {
  /** counts a request that Express answered; `ms` is the time since its arrival */
  countRequest: (req: Request, res: Response, ms: number) => void;
  /** counts a page that was answered from memory, without Express */
  countFromMemory: (req: IncomingMessage, res: ServerResponse) => void;
};

export function requestMetrics(register: Registry): RequestMetrics {
  const registers = [register];
  const requests = new Counter({
    name: "storefront_http_requests_total",
    help: "Requests by method, route pattern, and status",
    labelNames: ["method", "route", "status"],
    registers,
    collect: () => addFromMemory(),
  });
  const durations = new Histogram({
    name: "storefront_http_request_duration_seconds",
    help: "Time from a request's arrival to the end of its answer; pages from memory are not measured",
    labelNames: ["route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const refusals = new Counter({
    name: "storefront_refusals_total",
    help: "Refused calls and forms by route pattern and code",
    labelNames: ["route", "code"],
    registers,
  });
  const overload = new Counter({
    name: "storefront_overload_refusals_total",
    help: "Requests for which no place was found, by route pattern and class",
    labelNames: ["route", "class"],
    registers,
  });
  const payments = new Counter({
    name: "storefront_payments_total",
    help: "Presses on Pay by what came of them: paid, a refusal's code, or failed",
    labelNames: ["outcome"],
    registers,
  });
  const conflicts = new Counter({
    name: "storefront_stock_conflicts_total",
    help: "Calls and forms refused because the stock did not suffice",
    registers,
  });

  // Plain numbers, which are added to the counter when it is read: a whole answer from memory takes
  // only about 20 µs.
  const routes = new LRUCache<string, Map<string, number>>({ max: maxTargets });
  const fromMemory = new Map<string, Map<string, number>>();
  const addFromMemory = () => {
    for (const [route, counts] of fromMemory) {
      for (const [kind, count] of counts) {
        const [method = "", status = ""] = kind.split(" ");
        requests.inc({ method, route, status }, count);
      }
      counts.clear();
    }
  };
  const countsOf = (route: string): Map<string, number> => {
    const counts = fromMemory.get(route) ?? new Map<string, number>();
    fromMemory.set(route, counts);
    return counts;
  };
  const unknown = countsOf("none");
  const kinds = new Map<string, Map<number, string>>();
  /** Returns the same string each time, so that a request makes no new string. */
  const kindOf = (method: string, status: number): string => {
    const ofMethod = kinds.get(method) ?? new Map<number, string>();
    kinds.set(method, ofMethod);
    const kind = ofMethod.get(status) ?? `${method} ${status}`;
    ofMethod.set(status, kind);
    return kind;
  };

  return {
    countRequest(req, res, ms) {
      const route = routeOf(req);
      const method = methods.has(req.method) ? req.method : "other";
      const status = res.writableFinished ? res.statusCode : 499;
      requests.inc({ method, route, status });
      durations.observe({ route }, ms / 1000);
      const { refusalCode: code } = req;
      if (code !== undefined) refusals.inc({ route, code });
      if (req.refusedClass !== undefined) overload.inc({ route, class: req.refusedClass });
      if (code === "out_of_stock") conflicts.inc();
      if (route === paymentPath && method === "POST") payments.inc({ outcome: code ?? (status < 400 ? "paid" : "failed") });
      if (method === "GET" && status === 200 && req.originalUrl.length <= 300) routes.set(req.originalUrl, countsOf(route));
    },
    countFromMemory({ method = "", url = "" }, { statusCode }) {
      const counts = routes.get(url) ?? unknown;
      const kind = kindOf(method, statusCode);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
  };
}
