import type { Gateway, RecordedTransaction } from "./gateways/gateway.ts";

/** The gateway's current record of an authorization. */
export type AuthorizationRecord = Pick<
  RecordedTransaction,
  "state" | "amountCents" | "capturedCents" | "refundedCents" | "captureRef"
>;

/** The deadline of each call in ms; a job's calls together stay below the job's deadline. */
export const readDeadlineMs = 10_000;

/**
 * Reads an authorization at the gateway by the gateway's reference; throws if the gateway does not
 * answer, or has no such authorization.
 */
export async function readAuthorization(gateway: Gateway, ref: string): Promise<AuthorizationRecord> {
  const transaction = await gateway.lookup({ ref, deadlineMs: readDeadlineMs });
  if (transaction.status === "unknown") throw new Error(`the gateway was asked in vain: ${transaction.code}`);
  if (transaction.status === "not_found") throw new Error("the gateway has no such authorization");
  return transaction;
}
