/** A lane of jobs. Jobs of one lane never wait for jobs of another. */
export type LaneName = "money" | "mail" | "upkeep";

export type Lane = {
  /** how many jobs run at a time, in each process */
  width: number;
  /** ms that a job may take, less than its lease */
  deadline: number;
  /** ms from a job's first try after which a failing job is given up */
  lifetime: number;
  /**
   * ms until the next try of a job that was refused for good; if infinite, it is given up at once
   */
  refusedPause: number;
};

const day = 24 * 3_600_000;

const never = Number.POSITIVE_INFINITY;

/** ms for which a process owns a job before another process may take it over. */
export const jobLease = 60_000;

/** The longest pause between two tries, in ms. */
export const longestPause = 3_600_000;

/** The pause, in ms, after a refusal for good of a job that must not be given up. */
export const longestRefusedPause = day;

/** ms after which an unfinished job is overdue. */
export const overdueAfter = 3_600_000;

/**
 * The lanes. Money jobs are retried until they are done; one kind alone ends before (`lifetimes` of
 * the queue).
 */
export const lanes: Readonly<Record<LaneName, Lane>> = {
  money: { width: 4, deadline: 45_000, lifetime: Number.POSITIVE_INFINITY, refusedPause: longestRefusedPause },
  mail: { width: 4, deadline: 20_000, lifetime: 3 * day, refusedPause: never },
  upkeep: { width: 1, deadline: 45_000, lifetime: 7 * day, refusedPause: never },
};

/** The kinds of each lane; all others are emails. */
export const laneKinds = {
  money: ["capture", "void", "refund"],
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
