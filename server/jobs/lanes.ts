/** A lane of jobs. Jobs in one lane never wait for jobs in another. */
export type LaneName = "money" | "mail" | "upkeep";

export type Lane = {
  /** the number of jobs that run at the same time in each process */
  width: number;
  /** the longest time of a job in ms, less than its lease */
  deadline: number;
  /** ms from a job's first try; a job that fails after this time is given up */
  lifetime: number;
  /**
   * ms until the next try of a job that was refused for good; infinite: the job is given up at once
   */
  refusedPause: number;
};

const day = 24 * 3_600_000;

const never = Number.POSITIVE_INFINITY;

/** The time in ms for which a process owns a job; after that, another process may take the job. */
export const jobLease = 60_000;

/** The longest pause between two tries, in ms. */
export const longestPause = 3_600_000;

/**
 * The pause in ms before a job that must not be given up is tried again after a refusal for good.
 */
export const longestRefusedPause = day;

/** The time in ms after which an unfinished job is overdue. */
export const overdueAfter = 3_600_000;

/**
 * The lanes. Money jobs are retried until they are done, except one kind that ends earlier
 * (`lifetimes` of the queue).
 */
export const lanes: Readonly<Record<LaneName, Lane>> = {
  money: { width: 4, deadline: 45_000, lifetime: Number.POSITIVE_INFINITY, refusedPause: longestRefusedPause },
  mail: { width: 4, deadline: 20_000, lifetime: 3 * day, refusedPause: never },
  upkeep: { width: 1, deadline: 45_000, lifetime: 7 * day, refusedPause: never },
};

/** The kinds of jobs in each lane; all other kinds are emails. */
export const laneKinds = {
  money: ["capture", "void", "refund", "payment-term"],
  upkeep: [
    "attach-orders",
    "remove-avatar",
    "erase-customer",
    "erase-orders",
    "sign-in-failed",
    "remove-totp",
    "staff-bulk",
    "product-import",
    "product-import-expiry",
  ],
} as const;

export function laneOf(kind: string): LaneName {
  const isKindOf = (lane: keyof typeof laneKinds) => laneKinds[lane].some((laneKind) => laneKind === kind);
  if (isKindOf("money")) return "money";
  return isKindOf("upkeep") ? "upkeep" : "mail";
}
