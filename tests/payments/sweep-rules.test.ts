import { describe, expect, test } from "vitest";
import type { AttemptState } from "../../server/payments/rules/attempt.ts";
import { entriesTo } from "../../server/payments/rules/orphan-ledger.ts";
import { type GatewayState, judgeAuthorization, sweepPeriod, sweptUntil, weekPeriod } from "../../server/payments/rules/sweep.ts";

const deadlineMs = 20_000;
const later = 1_000_000;
const shopId = "abcdefghij";

const found = { key: "abcdefghij-c-1", ref: "r", state: "authorized" as GatewayState, at: 0 };
const attempt = {
  key: "abcdefghij-c-1",
  checkout_id: "c",
  n: 1,
  state: "declined" as AttemptState,
  auth_ref: null as string | null,
  updated_at: 0,
};
const judge = (change: Partial<typeof found> = {}, ofAttempt: Partial<typeof attempt> | null = {}, now = later) =>
  judgeAuthorization({ ...found, ...change }, ofAttempt === null ? undefined : { ...attempt, ...ofAttempt }, {
    shopId,
    now,
    deadlineMs,
  });

describe("what an authorization at the gateway is to the shop", () => {
  test("money of an attempt that ended without an order is returned, however it ended", () => {
    expect([judge(), judge({}, { state: "not_found" }), judge({ state: "captured" })]).toEqual(["ended", "ended", "ended"]);
    expect((["voided", "refunded", "declined"] as const).map((state) => judge({ state }))).toEqual(Array(3).fill("agrees"));
  });

  test("nothing is decided before twice the deadline has passed, since the charge and since the decision", () => {
    const limit = 2 * deadlineMs;
    expect([judge({}, {}, limit - 1), judge({}, {}, limit)]).toEqual(["undecided", "ended"]);
    expect([judge({}, { updated_at: later - limit + 1 }), judge({ at: later - limit + 1 })]).toEqual(["undecided", "undecided"]);
    for (const state of ["created", "sent", "unknown", "authorized"] as const) expect(judge({}, { state })).toBe("undecided");
  });

  test("of two authorizations for one order the one that paid stays", () => {
    const paid = { state: "captured", auth_ref: "r" } as const;
    expect([judge({}, paid), judge({ ref: "other" }, paid)]).toEqual(["agrees", "duplicate"]);
  });

  test("only the shop's own key and a known attempt together make money the shop's to return", () => {
    expect([judge({}, null), judge({ key: "klmnopqrst-c-1" }, null), judge({ key: "till-7" }, null)]).toEqual([
      "lost",
      "foreign",
      "foreign",
    ]);
    expect(judge({ key: "klmnopqrst-c-1" }, { key: "klmnopqrst-c-1" })).toBe("foreign");
    // This attempt was made before shops had ids.
    expect(judge({ key: "c-1" }, { key: "c-1" })).toBe("ended");
  });
});

describe("the period of a sweep", () => {
  const hour = 3_600_000;
  const now = 1000 * hour;
  const mark = { swept_until: now - hour, week_swept_at: now - 2 * hour, restored_at: null };

  test("is hourly what came since the last one, with an hour's overlap, and daily seven days", () => {
    expect(sweepPeriod({ ...mark, swept_until: now - hour + 1 }, now)).toBeUndefined();
    expect(sweepPeriod(mark, now)).toEqual({ since: now - 2 * hour, until: now + hour, week: false });
    expect(sweepPeriod({ ...mark, week_swept_at: now - 24 * hour }, now)).toEqual({
      since: now - 7 * 24 * hour,
      until: now + hour,
      week: true,
    });
  });

  test("reaches back to the last sweep after a long rest", () => {
    const old = { swept_until: now - 500 * hour, week_swept_at: now - 500 * hour, restored_at: null };
    expect([sweepPeriod(old, now)?.since, weekPeriod(old, now).since]).toEqual([now - 501 * hour, now - 501 * hour]);
  });

  test("begins where a gateway that lists late was complete", () => {
    const sinceAfter = (lag: number) => sweepPeriod({ ...mark, swept_until: sweptUntil(now, now - lag) }, now + 2 * hour)?.since;
    expect([sinceAfter(0), sinceAfter(hour), sinceAfter(3 * hour)]).toEqual([now - hour, now - hour, now - 3 * hour]);
  });

  test("is seven days at once after a restore, and all since the backup where that is older", () => {
    const restored = { ...mark, restored_at: now };
    expect(sweepPeriod(restored, now)).toEqual({ since: now - 7 * 24 * hour, until: now + hour, week: true });
    expect(sweepPeriod({ ...restored, swept_until: now - 500 * hour }, now)?.since).toBe(now - 501 * hour);
  });

  test("is due after a clock that jumped, either way, and never begins in the future", () => {
    const ahead = { swept_until: now + 100 * hour, week_swept_at: now, restored_at: null };
    expect(sweepPeriod(ahead, now)).toEqual({ since: now - hour, until: now + hour, week: false });
  });
});

describe("the ledger of money without an order", () => {
  const authorization = { state: "authorized" as GatewayState, amountCents: 500, capturedCents: 0, refundedCents: 0 };

  test("what was held and voided leaves nothing on any account", () => {
    const held = entriesTo([], authorization);
    expect(held).toEqual([
      { account: "held", amount: 500 },
      { account: "cardholder", amount: -500 },
    ]);
    expect(entriesTo(held, authorization)).toEqual([]);
    expect(entriesTo(held, { ...authorization, state: "voided" })).toEqual([
      { account: "held", amount: -500 },
      { account: "cardholder", amount: 500 },
    ]);
  });

  test("what was captured meanwhile, and refunded in part by another, is owed until the rest is refunded", () => {
    const held = entriesTo([], authorization);
    const taken = { ...authorization, state: "part_refunded" as const, capturedCents: 500, refundedCents: 200 };
    const captured = entriesTo(held, taken);
    expect(captured).toEqual([
      { account: "held", amount: -500 },
      { account: "gateway", amount: 300 },
      { account: "cardholder", amount: 200 },
    ]);
    expect(entriesTo([...held, ...captured], { ...taken, state: "refunded" })).toEqual([
      { account: "gateway", amount: -300 },
      { account: "cardholder", amount: 300 },
    ]);
  });
});
