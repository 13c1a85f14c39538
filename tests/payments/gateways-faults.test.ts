import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AuthorizeResult } from "../../server/payments/gateways/gateway.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { cardBrand, luhn } from "../../server/payments/rules/card.ts";
import { charge, type LiveGateway, openLiveGateway } from "./gateways-live.ts";

let live: LiveGateway;
beforeAll(async () => {
  live = await openLiveGateway({ TEST_GATEWAY_SLOW_MS: "600000", TEST_GATEWAY_LATE_MS: "600000" });
});
afterAll(() => live.close());

const numberOf = (fault: string) => [...faultCards].find(([, name]) => name === fault)?.[0] ?? "";
const authorize = (fault: string, deadlineMs = 20_000) => live.gateway.authorize(charge(fault, numberOf(fault), { deadlineMs }));
const keysOf = async (key: string) => (await live.transactions()).filter((transaction) => transaction.key === key);
const refOf = (result: Pick<AuthorizeResult, "ref">) => result.ref ?? "";

async function authorized(fault: string): Promise<string> {
  const result = await authorize(fault);
  expect(result.status).toBe("approved");
  return refOf(result);
}
async function captured(fault: string): Promise<string> {
  const capture = await live.gateway.capture({ key: `${fault}:cap`, authRef: await authorized(fault), amountCents: 4200 });
  expect(capture.status).toBe("approved");
  return refOf(capture);
}

describe("an answer that did not come is unknown; the gateway's transactions tell", () => {
  test.each([
    ["drop_after", "unreachable"],
    ["error_after", "server_error"],
    ["truncated", "bad_answer"],
    ["empty", "bad_answer"],
    ["garbage", "bad_answer"],
    ["twice", "bad_answer"],
    ["crossed", "bad_answer"],
    ["contradict", "bad_answer"],
    ["401_after_charge", "unauthorized"],
  ])("%s: approved, but all the shop hears is %s", async (fault, code) => {
    expect(await authorize(fault)).toMatchObject({ status: "unknown", code, ref: null, retryable: false });

    expect(await live.gateway.lookup({ key: fault })).toMatchObject({
      status: "approved",
      state: "authorized",
      amountCents: 4200,
    });
    expect(await authorize(fault)).toMatchObject({ status: "approved", amountCents: 4200 });
    expect(await keysOf(fault)).toHaveLength(1);
  });

  test.each(["drop_before", "error_before"])("%s: nothing was charged, and the look-up says so", async (fault) => {
    expect(await authorize(fault)).toMatchObject({ status: "unknown" });

    expect(await live.gateway.lookup({ key: fault })).toEqual({ status: "not_found" });
  });

  test("slow: approved at once, but the answer does not come before the deadline", async () => {
    expect(await authorize("slow", 1000)).toMatchObject({ status: "unknown", code: "timeout" });

    const found = () => live.gateway.lookup({ key: "slow" });
    await vi.waitFor(async () => expect(await found()).toMatchObject({ status: "approved", state: "authorized" }));
  });

  test("late: approved after the look-up said that there is nothing; the list shows the orphan", async () => {
    expect(await authorize("late")).toMatchObject({ status: "unknown" });
    expect(await live.gateway.lookup({ key: "late" })).toEqual({ status: "not_found" });

    await live.clearLate();

    expect(await live.gateway.lookup({ key: "late" })).toMatchObject({ status: "approved", state: "authorized" });
    expect(await keysOf("late")).toHaveLength(1);
  });

  test("declined_dropped: the look-up tells that the card was declined", async () => {
    expect(await authorize("declined_dropped")).toMatchObject({ status: "unknown" });

    expect(await live.gateway.lookup({ key: "declined_dropped" })).toMatchObject({ status: "declined", code: "card_declined" });
  });

  test("contradict_approved: an approval whose state is declined is unknown, and the look-up tells the decline", async () => {
    expect(await authorize("contradict_approved")).toMatchObject({ status: "unknown", code: "bad_answer" });

    expect(await live.gateway.lookup({ key: "contradict_approved" })).toMatchObject({ status: "declined", state: "declined" });
  });

  test("declined_but_charged: the shop hears a decline, and the gateway's transactions hold the money", async () => {
    expect(await authorize("declined_but_charged")).toMatchObject({ status: "declined", code: "card_declined" });

    expect(await keysOf("declined_but_charged")).toMatchObject([{ status: "approved", state: "authorized", amountCents: 4200 }]);
  });

  test("lookup_stale: no look-up finds what the list shows", async () => {
    expect(await authorize("lookup_stale")).toMatchObject({ status: "unknown", code: "unreachable" });

    expect(await live.gateway.lookup({ key: "lookup_stale" })).toEqual({ status: "not_found" });
    expect(await keysOf("lookup_stale")).toMatchObject([{ status: "approved", state: "authorized" }]);
  });

  test("lookup_down: three look-ups fail and stay unknown, never not found; the fourth tells", async () => {
    expect(await authorize("lookup_down")).toMatchObject({ status: "unknown" });
    const lookup = async () => (await live.gateway.lookup({ key: "lookup_down" })).status;

    expect([await lookup(), await lookup(), await lookup(), await lookup()]).toEqual([
      "unknown",
      "unknown",
      "unknown",
      "approved",
    ]);
  });
});

describe("an approval of another amount", () => {
  test.each([
    ["partial", 2100],
    ["altered", 4300],
  ])("%s: the true amount is shown, and can be voided", async (fault, cents) => {
    const result = await authorize(fault);

    expect(result).toMatchObject({ status: "approved", amountCents: cents, code: "amount_mismatch" });
    expect(
      await live.gateway.giveBack({ key: `${fault}:void`, authRef: refOf(result), captureRef: null, amountCents: 4200 }),
    ).toMatchObject({
      status: "voided",
      amountCents: cents,
    });
    expect(await live.gateway.lookup({ key: fault })).toMatchObject({ state: "voided" });
  });
});

describe("after the charge", () => {
  test("capture_fails_first: the first does nothing, the same key then captures", async () => {
    const call = { key: "cff:cap", authRef: await authorized("capture_fails_first"), amountCents: 4200 };

    expect(await live.gateway.capture(call)).toMatchObject({ status: "unknown", code: "server_error" });
    expect(await live.gateway.lookup({ key: "cff:cap" })).toEqual({ status: "not_found" });
    expect(await live.gateway.capture(call)).toMatchObject({ status: "approved" });
  });

  test("capture_dropped: captured, and the same key answers so", async () => {
    const call = { key: "cd:cap", authRef: await authorized("capture_dropped"), amountCents: 4200 };

    expect(await live.gateway.capture(call)).toMatchObject({ status: "unknown", code: "unreachable" });
    expect(await live.gateway.lookup({ key: "cd:cap" })).toMatchObject({ kind: "capture", state: "captured" });
    expect(await live.gateway.capture(call)).toMatchObject({ status: "approved", amountCents: 4200 });
  });

  test("capture_declined: the authorisation has expired, no money is taken", async () => {
    const call = { key: "cdec:cap", authRef: await authorized("capture_declined"), amountCents: 4200 };

    expect(await live.gateway.capture(call)).toMatchObject({ status: "declined", code: "authorization_expired" });
    expect(await live.gateway.lookup({ key: "capture_declined" })).toMatchObject({ state: "authorized", capturedCents: 0 });
  });

  test("void_fails_first and void_dropped: the same key ends it", async () => {
    const held = { captureRef: null, amountCents: 4200 };
    const failing = { key: "vff:void", authRef: await authorized("void_fails_first"), ...held };
    const dropping = { key: "vd:void", authRef: await authorized("void_dropped"), ...held };

    expect((await live.gateway.giveBack(failing)).status).toBe("unknown");
    expect(await live.gateway.lookup({ key: "void_fails_first" })).toMatchObject({ state: "authorized" });
    expect((await live.gateway.giveBack(failing)).status).toBe("voided");
    expect((await live.gateway.giveBack(dropping)).status).toBe("unknown");
    expect(await live.gateway.lookup({ key: "void_dropped" })).toMatchObject({ state: "voided" });
    expect((await live.gateway.giveBack(dropping)).status).toBe("voided");
  });

  test("refund_fails_first and refund_dropped: the same key ends it, and gives back once", async () => {
    const failing = { key: "rff:ref", authRef: "", captureRef: await captured("refund_fails_first"), amountCents: 4200 };
    const dropping = { key: "rd:ref", authRef: "", captureRef: await captured("refund_dropped"), amountCents: 4200 };

    expect((await live.gateway.giveBack(failing)).status).toBe("unknown");
    expect(await live.gateway.lookup({ key: "refund_fails_first" })).toMatchObject({ refundedCents: 0 });
    expect((await live.gateway.giveBack(failing)).status).toBe("refunded");
    expect((await live.gateway.giveBack(dropping)).status).toBe("unknown");
    expect((await live.gateway.giveBack(dropping)).status).toBe("refunded");
    expect(await live.gateway.lookup({ key: "refund_dropped" })).toMatchObject({ state: "refunded", refundedCents: 4200 });
  });

  test("refund_declined: the money stays where it is", async () => {
    const refund = { key: "rdec:ref", authRef: "", captureRef: await captured("refund_declined"), amountCents: 4200 };

    expect(await live.gateway.giveBack(refund)).toMatchObject({ status: "declined", code: "account_closed" });
    expect(await live.gateway.lookup({ key: "refund_declined" })).toMatchObject({ state: "captured", refundedCents: 0 });
  });
});

describe("the table of fault cards", () => {
  test("holds valid numbers of a range that no card network has", () => {
    expect(new Set(faultCards.keys()).size).toBe(30);
    for (const number of faultCards.keys()) {
      expect([number, luhn(number), cardBrand(number)]).toEqual([number, true, "unknown"]);
      expect(number).toMatch(/^999999000000\d{4}$/);
    }
  });

  test("is documented number by number", async () => {
    const page = await readFile(new URL("../../docs/test-cards.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| (9999 9900 [\d ]+) \| `(\w+)` \|/gm)];

    expect(rows.map(([, number, name]) => [number?.replaceAll(" ", ""), name])).toEqual([...faultCards]);
  });
});
