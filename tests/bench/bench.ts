import type { Recorded } from "./questions.ts";
import type { Running } from "./running.ts";
import type { BenchShop } from "./shop.ts";

/** What every part of the bench works with. */
export type Bench = {
  shop: BenchShop;
  bare: Running & { port: number; socketPort: number };
  load: Running;
  pages: readonly Recorded[];
  listings: readonly Recorded[];
  /** `attribute:value`, as the listing offers them */
  attributes: readonly string[];
  rounds: number;
  /** ms of one round */
  round: number;
  /** whole checkouts, one after another and as many side by side */
  checkouts: number;
};

export const connections = 24;
/** Addresses that are asked in turn. */
export const addresses = 50;
