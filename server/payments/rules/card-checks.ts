import type { FailedCheck } from "../../orders/rules/failed-checks.ts";

/**
 * What becomes of an approved payment whose address or code the card's bank does not know: it is
 * taken, the order waits for the staff, or the money goes back and the card counts as declined.
 */
export const checkPolicies = ["", "review", "give-back"] as const;
export type CheckPolicy = (typeof checkPolicies)[number];

/** The answer of a bank that knows neither the street nor the postal code, or another code. */
const noMatch = "N";

/** The checks that the bank answered with “no match”; partial and missing answers are no failure. */
export const failedChecksOf = ({ avs, cvv }: { avs: string | null; cvv: string | null }): FailedCheck[] => [
  ...(avs === noMatch ? ["address" as const] : []),
  ...(cvv === noMatch ? ["code" as const] : []),
];

/** The strictest policy of the failed checks. */
export function policyFor(failed: readonly FailedCheck[], policies: Readonly<Record<FailedCheck, CheckPolicy>>): CheckPolicy {
  const wanted = failed.map((check) => policies[check]);
  return checkPolicies.findLast((policy) => wanted.includes(policy)) ?? "";
}
