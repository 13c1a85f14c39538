import type { Gateway, RecordedTransaction } from "./gateways/gateway.ts";
import { holdsMoney } from "./rules/sweep.ts";

/**
 * The gateway's current record of an authorization. Once money was captured, `captureRef` is the
 * reference that a refund needs.
 */
export type AuthorizationRecord = Pick<RecordedTransaction, "state" | "amountCents" | "capturedCents" | "refundedCents"> & {
  captureRef: string;
};

type AuthorizationKey = { ref: string; key: string; authorized_at: number };

const hour = 3_600_000;
/** The deadline of each call, in ms; together they stay below a job's deadline. */
export const readDeadlineMs = 10_000;

/**
 * Reads an authorization at the gateway; throws if the gateway does not answer. Reads the list if a
 * lookup does not find this authorization, or shows that it was captured, since only the list has
 * the capture's reference. Times are in ms.
 */
export async function readAuthorization(
  gateway: Gateway,
  { ref, key, authorized_at }: AuthorizationKey,
  now: number,
): Promise<AuthorizationRecord> {
  const deadlineMs = readDeadlineMs;
  const { auth, lookup } = gateway.capabilities;
  const transaction =
    lookup === "none" ? undefined : await gateway.lookup({ ...(lookup === "key" ? { key } : { orderRef: key }), deadlineMs });
  const isWanted = transaction !== undefined && "ref" in transaction && transaction.ref === ref;
  if (isWanted && (!auth || transaction.state === "authorized" || !holdsMoney(transaction)))
    return { ...transaction, captureRef: ref };
  const listing = await gateway.list({ since: Math.max(0, authorized_at - hour), until: now + hour, deadlineMs });
  if (listing.status !== "listed") throw new Error(`the gateway listed nothing: ${listing.code}`);
  const listed = listing.transactions.find((each) => each.ref === ref);
  if (!listed) throw new Error("the gateway has no such authorization");
  const capture = listing.transactions.find(
    (each) => each.kind === "capture" && each.authRef === ref && each.state !== "declined",
  );
  return { ...listed, captureRef: capture?.ref ?? ref };
}
