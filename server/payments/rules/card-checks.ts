import type { FailedCheck } from "../../orders/rules/failed-checks.ts";

/**
 * What becomes of an approved payment if the card's bank says that the billing address or the
 * security code is wrong: it is taken, its order is put on hold, or it is voided as declined.
 */
export const checkPolicies = ["", "review", "give-back"] as const;
export type CheckPolicy = (typeof checkPolicies)[number];

/** A bank's letter for “no match”: neither street nor postal code, or not the security code. */
const noMatch = "N";

/** The checks that the bank answered with “no match”. Partial and missing answers do not fail. */
export const failedChecksOf = ({ avs, cvv }: { avs: string | null; cvv: string | null }): FailedCheck[] => [
  ...(avs === noMatch ? ["address" as const] : []),
  ...(cvv === noMatch ? ["code" as const] : []),
];

/** The strictest of the policies that the owner has set for the failed checks. */
export function policyFor(failed: readonly FailedCheck[], policies: Readonly<Record<FailedCheck, CheckPolicy>>): CheckPolicy {
  const wanted = failed.map((check) => policies[check]);
  return checkPolicies.findLast((policy) => wanted.includes(policy)) ?? "";
}
