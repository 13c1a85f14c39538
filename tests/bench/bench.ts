import type { Recorded } from "./questions.ts";
import type { Running } from "./running.ts";
import type { BenchShop } from "./shop.ts";

/** The servers, data and limits that every part of the bench uses. */
export type Bench = {
  shop: BenchShop;
  bare: Running & { port: number; socketPort: number };
  load: Running;
  pages: readonly Recorded[];
  listings: readonly Recorded[];
  /** `attribute:value`, as offered by the listing */
  attributes: readonly string[];
  rounds: number;
  /** ms of one round */
  round: number;
  /** the number of whole checkouts, first one after another, then the same number at once */
  checkouts: number;
};

export const connections = 24;
/** The number of addresses that are requested in turn. */
export const addresses = 50;
