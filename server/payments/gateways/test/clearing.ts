import type { AuthorizeCall, CaptureCall, DisputeCall, GatewayErrorCode, RefundCall, ReviewCall, VoidCall } from "../protocol.ts";
import type { Verdict } from "./cards.ts";
import { type FaultRule, faultRuleOn } from "./faults.ts";
import type { Entry, NewEntry, TransactionStore } from "./transaction-store.ts";

/** A recorded transaction, or the code of a refused call, which is not recorded. */
export type ClearingResult = Entry | { refused: GatewayErrorCode };

/** The parts of an authorisation's call and card that are needed after the verdict. */
export type Charge = { call: Pick<AuthorizeCall, "key" | "amountCents" | "orderRef">; avs: string; verdict: Verdict };

/** Why a card is declined, by its number or by its fault; undefined if it is approved. */
export const declineOf = (verdict: Verdict): string | undefined =>
  verdict.approved ? faultRuleOn("authorize", verdict.fault)?.declines : verdict.code;

/** Records an authorisation, even a declined one. A known key gets its first answer again. */
export function clearAuthorization(store: TransactionStore, { call, avs, verdict }: Charge, at: number): ClearingResult {
  const rule = faultRuleOn("authorize", verdict.fault);
  const decline = declineOf(verdict);
  return onceByKey(store, call.key, () =>
    store.add({
      key: call.key,
      kind: "authorize",
      state: decline ? "declined" : stateOf(rule),
      authRef: null,
      parentRef: null,
      orderRef: call.orderRef,
      askedCents: call.amountCents,
      amountCents: rule?.amount?.(call.amountCents) ?? call.amountCents,
      capturedCents: 0,
      refundedCents: 0,
      code: decline ?? verdict.code,
      avs,
      cvv: verdict.cvv,
      brand: verdict.brand,
      last4: verdict.last4,
      fault: verdict.fault,
      at,
    }),
  );
}

const stateOf = (rule: FaultRule | undefined): Entry["state"] => (rule?.held ? "held" : "authorized");

/** Ends the review of a held payment. */
export const clearReview = (store: TransactionStore, { key, approve }: ReviewCall): ClearingResult =>
  store.atomically(() => {
    const auth = store.byKey(key);
    if (auth?.state !== "held") return { refused: "no_such_authorization" };
    store.amend(auth.ref, { state: approve ? "authorized" : "voided", capturedCents: 0, refundedCents: 0 });
    return store.byKey(key) ?? auth;
  });

/** Marks a payment as disputed; its money stays as it is. */
export function clearDispute(store: TransactionStore, { key }: DisputeCall): ClearingResult {
  const auth = store.byKey(key);
  if (auth?.kind !== "authorize") return { refused: "no_such_authorization" };
  store.dispute(auth.ref);
  return store.byKey(key) ?? auth;
}

/** Captures once, up to the whole amount; the rest is released. */
export const clearCapture = (store: TransactionStore, { key, authRef, amountCents }: CaptureCall, at: number): ClearingResult =>
  onceByKey(store, key, () => {
    const auth = findOpenAuthorization(store, authRef);
    if ("refused" in auth) return auth;
    if (auth.state === "held") return { refused: "under_review" };
    if (amountCents > auth.amountCents) return { refused: "amount_exceeds_authorization" };
    const declines = faultRuleOn("capture", auth.fault)?.declines;
    if (!declines) store.amend(auth.ref, { state: "captured", capturedCents: amountCents, refundedCents: 0 });
    return store.add({
      ...following(auth, key, amountCents, at, declines),
      kind: "capture",
      state: declines ? "declined" : "captured",
      capturedCents: declines ? 0 : amountCents,
    });
  });

/**
 * Voids an authorisation. Refuses a captured, voided or unknown authorisation. A known key gets its
 * first answer again.
 */
export const clearVoid = (store: TransactionStore, { key, authRef }: VoidCall, at: number): ClearingResult =>
  onceByKey(store, key, () => {
    const auth = findOpenAuthorization(store, authRef);
    if ("refused" in auth) return auth;
    store.amend(auth.ref, { state: "voided", capturedCents: 0, refundedCents: 0 });
    return store.add({ ...following(auth, key, auth.amountCents, at), kind: "void", state: "voided" });
  });

/**
 * Refunds a capture in whole or in parts. Refuses an unknown capture, and more than is left of it.
 */
export const clearRefund = (store: TransactionStore, { key, captureRef, amountCents }: RefundCall, at: number): ClearingResult =>
  onceByKey(store, key, () => {
    const capture = store.byRef(captureRef);
    if (capture?.kind !== "capture" || capture.state === "declined") return { refused: "no_such_capture" };
    const refundedCents = capture.refundedCents + amountCents;
    if (refundedCents > capture.capturedCents) return { refused: "amount_exceeds_capture" };
    const declines = faultRuleOn("refund", capture.fault)?.declines;
    const state = refundedCents === capture.capturedCents ? "refunded" : "part_refunded";
    const refunded = { state, capturedCents: capture.capturedCents, refundedCents } as const;
    if (!declines) for (const ref of [capture.authRef, capture.ref]) store.amend(ref, refunded);
    return store.add({
      ...following(capture, key, amountCents, at, declines),
      kind: "refund",
      state: declines ? "declined" : "refunded",
    });
  });

/**
 * Clears a key once. A key that was already used, such as by a late authorisation, keeps its
 * result. Nothing is cleared under a key that was closed.
 */
const onceByKey = (store: TransactionStore, key: string, clear: () => ClearingResult): ClearingResult =>
  store.atomically(() => store.byKey(key) ?? (store.pages.isClosed(key) ? { refused: "page_closed" } : clear()));

function findOpenAuthorization(store: TransactionStore, authRef: string): ClearingResult {
  const auth = store.byRef(authRef);
  if (auth?.kind !== "authorize" || auth.state === "declined") return { refused: "no_such_authorization" };
  if (auth.state === "voided") return { refused: "already_voided" };
  return auth.state === "authorized" || auth.state === "held" ? auth : { refused: "already_captured" };
}

const following = (
  parent: Entry,
  key: string,
  cents: number,
  at: number,
  declines?: string,
): Omit<NewEntry, "kind" | "state"> => ({
  key,
  authRef: parent.authRef,
  parentRef: parent.ref,
  orderRef: parent.orderRef,
  askedCents: cents,
  amountCents: cents,
  capturedCents: 0,
  refundedCents: 0,
  code: declines ?? "approved",
  avs: null,
  cvv: null,
  brand: parent.brand,
  last4: parent.last4,
  fault: parent.fault,
  at,
});

/** A postal code that the test gateway's bank never knows, for trying out the address check. */
const unknownPostalCode = "46205";

/** The result of the address check, as one letter. */
export function addressMatch({ postalCode, streetAddress1 }: AuthorizeCall["billing"]): string {
  if (postalCode === "") return "U";
  if (postalCode === unknownPostalCode) return "N";
  return streetAddress1 === "" ? "Z" : "Y";
}
