/** Jobs of one lane never wait for those of another. */
export type LaneName = "money" | "mail" | "upkeep";

export type Lane = {
  /** how many jobs run at a time, in each process */
  width: number;
  /** ms that a job may take, less than its lease */
  deadline: number;
  /** ms from its first try after which a job that fails is given up */
  lifetime: number;
  /** ms until the next try of one that was refused for good; given up at once where it is infinite */
  refusedPause: number;
};

const day = 24 * 3_600_000;

const never = Number.POSITIVE_INFINITY;

/** ms that a process owns a job before another one may take it over. */
export const jobLease = 60_000;

/** The longest pause between two tries, in ms. */
export const longestPause = 3_600_000;

/** The pause after a refusal for good of what must not be given up, in ms. */
export const longestRefusedPause = day;

/** ms after which a job that was not done is overdue. */
export const overdueAfter = 3_600_000;

/** Money jobs are retried until they are done; one alone ends before (`lifetimes` of the queue). */
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
  const isKindOf = (lane: keyof typeof laneKinds) => laneKinds[lane].some((known) => known === kind);
  if (isKindOf("money")) return "money";
  return isKindOf("upkeep") ? "upkeep" : "mail";
}
