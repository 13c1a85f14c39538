import { LRUCache } from "lru-cache";
import { networkOf } from "../network.ts";

/**
 * The most requests that each process reads: from one network in a minute, and from all in an hour.
 */
const perNetwork = { most: 20, within: 60_000 };
const inAll = { most: 1_000, within: 3_600_000 };
const mostNetworks = 10_000;

/** The ms until the next request of this address is read; 0 if this one is read. */
export type ReportLimit = (address: string) => number;

type Window = { until: number; count: number };

/** Counts a request in its window and returns 0; if the window is full, the ms until the next. */
function take(window: Window, { most, within }: { most: number; within: number }, now: number): number {
  if (now >= window.until) Object.assign(window, { until: now + within, count: 0 });
  if (window.count >= most) return window.until - now;
  window.count += 1;
  return 0;
}

/** Counts in memory, since a flood would overload the database with counts. */
export function openReportLimit(now: () => number): ReportLimit {
  const networks = new LRUCache<string, Window>({ max: mostNetworks });
  const all: Window = { until: 0, count: 0 };
  return (address) => {
    const network = networkOf(address);
    const own = networks.get(network) ?? { until: 0, count: 0 };
    networks.set(network, own);
    return take(own, perNetwork, now()) || take(all, inAll, now());
  };
}
