import { describe, expect, test } from "vitest";
import {
  type AuthorizeResult,
  type GiveBackResult,
  notSent,
  refusedCall,
  unanswered,
} from "../../server/payments/gateways/gateway.ts";
import type { KeylessGateway, ReferencedTransaction } from "../../server/payments/gateways/keyless.ts";
import { referenceOf } from "../../server/payments/references.ts";
import { remembering } from "../../server/payments/remembering.ts";
import { engines, openShop } from "../support/shop.ts";
import { charge } from "./gateways-live.ts";

const findings = { code: "approved", avs: "Y", cvv: "M", brand: "visa", last4: "4242", retryable: false } as const;
const approved: AuthorizeResult = { ...findings, status: "approved", ref: "t-1", amountCents: 4200 };
const refunded: GiveBackResult = { ...findings, status: "refunded", ref: "t-2", amountCents: 500 };

const noCard = { brand: null, last4: null };

/** A gateway whose next answers a test chooses; `sent` has the names of the calls made. */
const gatewayOf = (answers: Partial<KeylessGateway>) => {
  const sent: string[] = [];
  const record = (change: Partial<ReferencedTransaction>): ReferencedTransaction => ({
    ...findings,
    status: "approved",
    reference: null,
    kind: "authorize",
    state: "authorized",
    ref: "t-1",
    authRef: "t-1",
    captureRef: null,
    amountCents: 4200,
    capturedCents: 0,
    refundedCents: 0,
    at: 1,
    ...change,
  });
  const gateway: KeylessGateway = {
    capabilities: { tokens: false },
    authorize: async () => approved,
    capture: async () => ({ ...approved }),
    giveBack: async () => refunded,
    lookup: async () => ({ status: "not_found" }),
    list: async () => unanswered("timeout"),
    check: async () => ({ status: "accepted" }),
    ...answers,
  };
  const counted = (name: "authorize" | "capture" | "giveBack" | "lookup") => {
    const call = gateway[name] as (request: never) => Promise<never>;
    return (request: never) => {
      sent.push(name);
      return call(request);
    };
  };
  const names = ["authorize", "capture", "giveBack", "lookup"] as const;
  return { gateway: { ...gateway, ...Object.fromEntries(names.map((name) => [name, counted(name)])) }, sent, record };
};

describe.each(engines)("a gateway that keeps no keys, on %s", (engine) => {
  const remembered = async (answers: Partial<KeylessGateway> = {}) => {
    const shop = await openShop({ engine, pays: false });
    const { db, now } = shop.shop;
    const { gateway, sent, record } = gatewayOf(answers);
    const id = async () => (await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow()).id;
    return { memory: remembering(gateway, { db, now }), gateway, sent, record, id, db };
  };

  test("gets each call once: the same key gives the same answer, and another call under it is refused", async () => {
    const { memory, sent } = await remembered();

    expect(await memory.authorize(charge("k-1"))).toEqual(approved);
    expect(await memory.authorize(charge("k-1"))).toEqual({ ...approved, ...noCard });
    expect(await memory.authorize(charge("k-1", undefined, { amountCents: 4201 }))).toMatchObject({ code: "key_conflict" });
    const capture = { key: "k-1:cap", authRef: "t-1", amountCents: 4200 };
    expect(await memory.capture(capture)).toEqual(approved);
    expect(await memory.capture(capture)).toEqual({ ...approved, ...noCard });
    const money = { key: "k-1:ref:r-1", authRef: "t-1", captureRef: "t-1", amountCents: 500 };
    expect(await memory.giveBack(money)).toEqual(refunded);
    expect(await memory.giveBack(money)).toEqual({ ...refunded, ...noCard });
    expect(await memory.giveBack({ ...money, amountCents: 501 })).toMatchObject({ status: "error", code: "key_conflict" });

    expect(sent).toEqual(["authorize", "capture", "giveBack"]);
  });

  test("is never sent an authorization twice: a lost answer is looked up", async () => {
    const { memory, sent, gateway, record } = await remembered({ authorize: async () => unanswered("timeout") });
    expect(await memory.authorize(charge("k-1"))).toMatchObject({ status: "unknown" });

    expect(await memory.authorize(charge("k-1"))).toMatchObject({ status: "unknown", code: "outcome_unknown" });
    gateway.lookup = async () => record({ ref: "t-9" });
    expect(await memory.authorize(charge("k-1"))).toMatchObject({ status: "approved", ref: "t-9" });

    expect(sent.filter((name) => name === "authorize")).toHaveLength(1);
  });

  test("is never sent a refund twice whose answer was lost, nor one that it has made", async () => {
    const { memory, sent, gateway, record } = await remembered({ giveBack: async () => unanswered("timeout") });
    const money = { key: "k-1:ref:r-1", authRef: "t-1", captureRef: "t-1", amountCents: 500 };
    expect(await memory.giveBack(money)).toMatchObject({ status: "unknown" });

    expect(await memory.giveBack(money)).toMatchObject({ status: "unknown", code: "outcome_unknown" });
    gateway.lookup = async (wanted) =>
      "reference" in wanted ? { status: "not_found" } : record({ state: "voided", amountCents: 4200 });
    expect(await memory.giveBack(money)).toMatchObject({ status: "voided", amountCents: 500 });
    gateway.lookup = async (wanted) =>
      "reference" in wanted ? record({ kind: "refund", state: "refunded", ref: "t-7", amountCents: 500 }) : record({});
    expect(await memory.giveBack(money)).toMatchObject({ status: "refunded", ref: "t-7" });

    expect(sent.filter((name) => name === "giveBack")).toHaveLength(1);
  });

  test("has not refunded what it reviews or has voided since, and says what its bank declined", async () => {
    const { memory, gateway, record } = await remembered({ giveBack: async () => unanswered("timeout") });
    const money = { key: "k-1:ref:r-1", authRef: "t-1", captureRef: "t-1", amountCents: 500 };
    await memory.giveBack(money);

    for (const state of ["held", "voided"] as const) {
      gateway.lookup = async (wanted) => ("reference" in wanted ? record({ kind: "refund", state }) : record({}));
      expect(await memory.giveBack(money)).toMatchObject({ status: "unknown" });
    }
    gateway.lookup = async () => record({ kind: "refund", status: "declined", state: "declined" });
    expect(await memory.giveBack(money)).toMatchObject({ status: "declined" });
  });

  test("is asked for a second try by its reference, not by what the first try was called", async () => {
    const declined = { ...findings, status: "declined" as const, ref: "t-6", amountCents: 500 };
    const answers: GiveBackResult[] = [declined, unanswered("timeout")];
    const { memory, gateway } = await remembered({ giveBack: async () => answers.shift() ?? refunded });
    const money = { key: "k-1:ref:r-1", authRef: "t-1", captureRef: "t-1", amountCents: 500 };
    await memory.giveBack(money);
    await memory.giveBack(money);
    const asked: unknown[] = [];
    gateway.lookup = async (wanted) => {
      asked.push(wanted);
      return { status: "not_found" };
    };

    await memory.lookup({ key: money.key });

    expect(asked).toEqual([{ reference: expect.any(String), sentAt: expect.any(Number) }]);
  });

  test("is sent a refund again that never left, that it refused, or for which it was too early", async () => {
    const until = 5;
    const answers = [
      notSent,
      { ...refusedCall("not_settled"), status: "too_early" as const, until },
      refusedCall("refused"),
      refunded,
    ];
    const { memory, sent } = await remembered({ giveBack: async () => answers.shift() ?? refunded });
    const money = { key: "k-1:ref:r-1", authRef: "t-1", captureRef: "t-1", amountCents: 500 };

    expect(await memory.giveBack(money)).toMatchObject({ status: "unknown" });
    expect(await memory.giveBack(money)).toMatchObject({ status: "too_early", until });
    expect(await memory.giveBack(money)).toMatchObject({ status: "error" });
    expect(await memory.giveBack(money)).toEqual(refunded);
    expect(sent).toEqual(["giveBack", "giveBack", "giveBack", "giveBack"]);
  });

  test("is not asked to capture again what it says it has captured", async () => {
    const { memory, sent, gateway, record } = await remembered({ capture: async () => unanswered("timeout") });
    const capture = { key: "k-1:cap", authRef: "t-1", amountCents: 4200 };
    expect(await memory.capture(capture)).toMatchObject({ status: "unknown" });
    gateway.lookup = async () => record({ state: "captured", capturedCents: 4200 });

    expect(await memory.capture(capture)).toMatchObject({ status: "approved", amountCents: 4200 });
    expect(sent.filter((name) => name === "capture")).toHaveLength(1);
  });

  test("lists this shop's calls by their keys, and all others as what they are", async () => {
    const { memory, gateway, record, id } = await remembered();
    await memory.authorize(charge("k-1"));
    const own = referenceOf(await id(), "k-1");
    const lost = referenceOf(await id(), "k-of-a-lost-row");
    const listed = [own, lost, "TILL-7", null].map((reference, at) => record({ reference, ref: `t-${at}` }));
    gateway.list = async () => ({ status: "listed", transactions: listed, completeUntil: 9 });

    const listing = await memory.list({ since: 0, until: 9 });
    const keys = listing.status === "listed" ? listing.transactions.map(({ key }) => key) : [];
    expect(keys).toEqual(["k-1", `${await id()}-${lost}`, "at-gateway:t-2", "at-gateway:t-3"]);
  });

  test("finds a payment under the same reference after its row was lost with a backup", async () => {
    const { memory, gateway, record, db } = await remembered();
    await memory.authorize(charge("k-1"));
    await db.deleteFrom("gateway_call").execute();
    const asked: unknown[] = [];
    gateway.lookup = async (wanted) => {
      asked.push(wanted);
      return record({});
    };

    expect(await memory.lookup({ key: "k-1" })).toMatchObject({ key: "k-1", ref: "t-1" });
    const { id } = await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
    expect(asked).toEqual([{ reference: referenceOf(id, "k-1") }]);
    expect(referenceOf(id, "k-1")).toMatch(/^[A-Z2-7]{20}$/);
  });
});
