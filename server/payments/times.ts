/** Timeouts and intervals of a payment, in ms. Tests pass shorter ones. */
export type PayTimes = {
  /** of a call to the gateway */
  deadline: number;
  /** for how long an attempt belongs to the request that made it … */
  lease: number;
  /** … and how often that request renews its lease */
  renewEvery: number;
  /** the most that a second request for the same checkout waits for the first one's outcome … */
  timeoutMs: number;
  /** … and how often it checks */
  lookEvery: number;
  /** after which pauses the gateway is queried when no answer came … */
  lookups: readonly number[];
  /** … how long each query may take … */
  lookupDeadline: number;
  /** … and all of them with their pauses, while the shopper waits: together with the call no longer than a second request waits */
  lookupsWithin: number;
  /**
   * after which pauses an order that could not be written is tried again, while the shopper waits
   */
  retries: readonly number[];
};

export const payTimes: PayTimes = {
  deadline: 20_000,
  lease: 60_000,
  renewEvery: 10_000,
  timeoutMs: 32_000,
  lookEvery: 100,
  lookups: [500, 1000, 2000, 4000],
  lookupDeadline: 3000,
  lookupsWithin: 12_000,
  retries: [250, 1000, 3000],
};

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
