import { describe, expect, test } from "vitest";
import type { AttemptState as StoredState } from "../../server/db/tables.ts";
import {
  type AttemptRefusal,
  type AttemptState,
  declinedText,
  isLeased,
  isLive,
  laterText,
  mayBeInFlight,
  mayMove,
  outcomeOf,
} from "../../server/payments/rules/attempt.ts";

const states: readonly (AttemptState & StoredState)[] = [
  "created",
  "sent",
  "unknown",
  "authorized",
  "finalized",
  "captured",
  "declined",
  "not_found",
  "voiding",
  "voided",
  "refunding",
  "part_refunded",
  "refunded",
];

const following = (state: AttemptState) => states.filter((next) => mayMove(state, next));

describe("the states of a payment attempt", () => {
  test("money is asked for once, and no state leads back to the question", () => {
    const reached = new Set(following("sent"));
    for (const state of reached) for (const next of following(state)) reached.add(next);
    expect([...reached].sort()).toEqual(states.filter((state) => state !== "created" && state !== "sent").sort());
    expect(states.filter((state) => mayMove(state, "sent"))).toEqual(["created"]);
  });

  test("only held money becomes an order, and only an order's money is taken", () => {
    expect(states.filter((state) => mayMove(state, "finalized"))).toEqual(["authorized"]);
    expect(states.filter((state) => mayMove(state, "captured"))).toEqual(["finalized", "voiding", "refunding"]);
    expect(states.filter((state) => mayMove(state, "refunding"))).toEqual(["captured", "part_refunded"]);
  });

  test("what ended stays ended", () => {
    for (const state of ["voided", "refunded"] as const) expect(following(state)).toEqual([]);
  });

  test("an attempt without an order leads to no order, whatever money is found for it later", () => {
    for (const state of ["declined", "not_found"] as const) expect(following(state)).toEqual(["voiding"]);
    expect(following("voiding").sort()).toEqual(["captured", "refunded", "voided"]);
  });

  test("an attempt holds stock until its outcome is known", () => {
    expect(states.filter(isLive)).toEqual(["created", "sent", "unknown", "authorized"]);
  });
});

describe("what a waiter or a replay is told", () => {
  const outcome = (state: AttemptState, refusal_code: AttemptRefusal | null = null) =>
    outcomeOf({ state, order_id: "o-1", page: null, refusal_code });

  test("the order's id, once there is an order, whatever its money does later", () => {
    for (const state of ["finalized", "captured", "part_refunded", "refunded", "voided"] as const)
      expect(outcome(state)).toEqual({ ok: true, value: { orderId: "o-1" } });
  });

  test("that the card was declined, also when a part of the money was approved and let go", () => {
    for (const state of ["declined", "voiding", "voided"] as const)
      expect(outcome(state, "declined")).toEqual({ ok: false, code: "declined", error: declinedText });
  });

  test("to try later while nobody knows, or when nothing was charged after all", () => {
    for (const state of ["sent", "unknown", "authorized"] as const)
      expect(outcome(state)).toEqual({ ok: false, code: "outcome_unknown", error: laterText });
    for (const state of ["not_found", "declined", "voided"] as const)
      expect(outcome(state, "failed")).toEqual({ ok: false, code: "failed", error: laterText });
  });
});

describe("whose attempt it is", () => {
  test("a lease is alive until its end, and not at it", () => {
    expect(isLeased({ lease_until: 1000 }, 999)).toBe(true);
    expect(isLeased({ lease_until: 1000 }, 1000)).toBe(false);
  });

  test("not found proves nothing before twice the gateway's deadline, nor anything about what was never sent", () => {
    expect(mayBeInFlight({ sent_at: 1000 }, 40_999, 20_000)).toBe(true);
    expect(mayBeInFlight({ sent_at: 1000 }, 41_000, 20_000)).toBe(false);
    expect(mayBeInFlight({ sent_at: null }, 0, 20_000)).toBe(false);
  });
});
