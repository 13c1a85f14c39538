/** Timeouts and intervals of a payment, in ms. Tests pass shorter ones. */
export type PayTimes = {
  /** deadline of a gateway call */
  deadline: number;
  /** how long an attempt belongs to the request that made it … */
  lease: number;
  /** … and how often that request renews its lease */
  renewEvery: number;
  /** the longest that a second request for a checkout waits for the first one's outcome … */
  timeoutMs: number;
  /** … and how often it checks */
  lookEvery: number;
  /** the pauses before each lookup at a gateway that did not answer … */
  lookups: readonly number[];
  /** … how long each lookup may take … */
  lookupDeadline: number;
  /**
   * … and how long all lookups with their pauses may take, while the shopper waits. The call and
   * its lookups take no longer than a second request waits.
   */
  lookupsWithin: number;
  /** the pauses before an unwritten order is tried again, while the shopper waits */
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
