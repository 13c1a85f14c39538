/** The waits of a payment, in ms (checkout contract §5, §6). Tests give shorter ones. */
export type PayTimes = {
  /** a call to the gateway is given up after this */
  deadline: number;
  /** an attempt belongs to the request that made it for so long … */
  lease: number;
  /** … and that request says so again this often */
  renewEvery: number;
  /** a second request for the same checkout waits at most so long for the first one's outcome … */
  timeoutMs: number;
  /** … and looks this often */
  lookEvery: number;
  /** when the gateway is asked again for an answer that got lost */
  lookups: readonly number[];
  /** when an order that could not be written is tried again, while the shopper waits */
  retries: readonly number[];
};

export const payTimes: PayTimes = {
  deadline: 20_000,
  lease: 60_000,
  renewEvery: 10_000,
  timeoutMs: 32_000,
  lookEvery: 100,
  lookups: [500, 1000, 2000, 4000],
  retries: [250, 1000, 3000],
};

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
