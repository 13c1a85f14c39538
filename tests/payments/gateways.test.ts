import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApprovedResult, RecordedTransaction } from "../../server/payments/gateways/gateway.ts";
import { openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { approvingCards, refusingCards } from "../../server/payments/gateways/test/cards.ts";
import { billing, cardOf, charge, goodCard, type LiveGateway, openLiveGateway } from "./gateways-live.ts";

let live: LiveGateway;
beforeAll(async () => {
  live = await openLiveGateway();
});
afterAll(() => live.close());

const authorized = async (key: string, amountCents = 4200): Promise<ApprovedResult> => {
  const result = await live.gateway.authorize(charge(key, goodCard, { amountCents }));
  if (result.status !== "approved") throw new Error(`not approved: ${result.code}`);
  return result;
};
const captured = async (key: string, amountCents = 4200): Promise<ApprovedResult> => {
  const { ref } = await authorized(key, amountCents);
  const result = await live.gateway.capture({ key: `${key}:cap`, authRef: ref, amountCents });
  if (result.status !== "approved") throw new Error(`not captured: ${result.code}`);
  return result;
};
/** Releases an authorisation that was not captured. */
const released = (key: string, authRef: string) => live.gateway.giveBack({ key, authRef, captureRef: null, amountCents: 4200 });
const recorded = async (key: string): Promise<RecordedTransaction> => {
  const found = await live.gateway.lookup({ key });
  if (found.status !== "approved" && found.status !== "declined") throw new Error(`${key} is ${found.status}`);
  return found;
};

describe("cards", () => {
  test.each([...approvingCards])("%s is approved for exactly the amount", async (number) => {
    const result = await live.gateway.authorize(charge(`good-${number}`, number));

    expect(result).toMatchObject({
      status: "approved",
      amountCents: 4200,
      code: "approved",
      cvv: "M",
      avs: "Y",
      last4: number.slice(-4),
    });
  });

  test.each([...refusingCards])("%s is declined as %s, and nothing is held", async (number, code) => {
    const result = await live.gateway.authorize(charge(`bad-${number}`, number));

    expect(result).toMatchObject({ status: "declined", code });
    expect(await recorded(`bad-${number}`)).toMatchObject({ status: "declined", state: "declined", code });
  });

  test("all the public test numbers are there", () => {
    for (const number of ["4242424242424242", "5555555555554444", "378282246310005"])
      expect(approvingCards.has(number)).toBe(true);
    expect(Object.fromEntries(refusingCards)).toEqual({
      "4000000000000002": "card_declined",
      "4000000000009995": "insufficient_funds",
      "4000000000000069": "expired_card",
      "4000000000000127": "incorrect_cvc",
      "4000000000000119": "processing_error",
    });
  });

  test.each([
    ["a number that fails Luhn", cardOf("4242424242424241"), "incorrect_number"],
    ["a real looking number that is no test card", cardOf("4539578763621486"), "not_a_test_card"],
    ["a past expiry", cardOf(goodCard, { expirationDate: "01/20" }), "expired_card"],
    ["an expiry that is none", cardOf(goodCard, { expirationDate: "13/40" }), "invalid_expiry"],
    ["a code of two digits", cardOf(goodCard, { securityCode: "12" }), "incorrect_cvc"],
  ])("%s is declined", async (what, card, code) => {
    expect(await live.gateway.authorize(charge(what, "", { means: { card } }))).toMatchObject({ status: "declined", code });
  });

  test("the address match tells how much of the address was given", async () => {
    const means = () => ({ card: cardOf(goodCard) });
    const noStreet = await live.gateway.authorize(
      charge("avs-z", "", { means: means(), billing: { ...billing, streetAddress1: "" } }),
    );
    const nothing = await live.gateway.authorize(
      charge("avs-u", "", { means: means(), billing: { ...billing, postalCode: "" } }),
    );

    expect([noStreet.avs, nothing.avs]).toEqual(["Z", "U"]);
  });

  test("a token is refused without a call, as this gateway takes none", async () => {
    expect(live.gateway.capabilities.tokens).toBe(false);
    const result = await live.gateway.authorize(charge("token", "", { means: { token: "tok_1" } }));

    expect(result).toMatchObject({ status: "error", code: "card_required" });
    expect(await live.gateway.lookup({ key: "token" })).toEqual({ status: "not_found" });
  });
});

describe("keys", () => {
  test("the same key again answers the first result and charges nothing more", async () => {
    const first = await live.gateway.authorize(charge("again"));
    const second = await live.gateway.authorize(charge("again"));

    expect(second).toEqual(first);
    expect((await live.transactions()).filter(({ key }) => key === "again")).toHaveLength(1);
  });

  test("a declined card stays declined under its key", async () => {
    const first = await live.gateway.authorize(charge("again-no", "4000000000000002"));

    expect(await live.gateway.authorize(charge("again-no", "4000000000000002"))).toEqual(first);
  });

  test.each([
    ["another amount", charge("taken", goodCard, { amountCents: 4201 })],
    ["another card", charge("taken", "5555555555554444")],
  ])("the same key with %s is refused", async (_what, other) => {
    await live.gateway.authorize(charge("taken"));

    expect(await live.gateway.authorize(other)).toMatchObject({ status: "error", code: "key_conflict", ref: null });
  });

  test("a key is one for all kinds of calls", async () => {
    const { ref } = await authorized("kinds");

    expect(await released("kinds", ref)).toMatchObject({ status: "error", code: "key_conflict" });
  });

  test("twenty calls at once with one key make one authorisation and twenty equal answers", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => live.gateway.authorize(charge("rush"))));

    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]?.status).toBe("approved");
    expect((await live.transactions()).filter(({ key }) => key === "rush")).toHaveLength(1);
  });

  test("a call whose key got lost is refused and leaves no trace", async () => {
    const before = (await live.transactions()).length;
    const result = await live.gateway.authorize(charge(""));

    expect(result).toMatchObject({ status: "error", code: "key_required" });
    expect((await live.transactions()).length).toBe(before);
  });

  test.each([0, -1, 12.5, Number.MAX_SAFE_INTEGER + 1])("an amount of %s cents is refused", async (amountCents) => {
    const result = await live.gateway.authorize(charge(`amount-${amountCents}`, goodCard, { amountCents }));

    expect(result).toMatchObject({ status: "error", code: "invalid_request" });
  });
});

describe("capture, void and refund", () => {
  test("a capture takes what was authorised, once, and its key answers the same again", async () => {
    const { ref } = await authorized("cap");
    const first = await live.gateway.capture({ key: "cap:cap", authRef: ref, amountCents: 4200 });

    expect(first).toMatchObject({ status: "approved", amountCents: 4200, last4: "4242", brand: "visa" });
    expect(await live.gateway.capture({ key: "cap:cap", authRef: ref, amountCents: 4200 })).toEqual(first);
    expect(await live.gateway.capture({ key: "cap:cap2", authRef: ref, amountCents: 1 })).toMatchObject({
      code: "already_captured",
    });
    expect(await recorded("cap")).toMatchObject({ state: "captured", capturedCents: 4200, refundedCents: 0 });
  });

  test("no more is captured than was authorised; less may be", async () => {
    const { ref } = await authorized("cap-less");

    expect(await live.gateway.capture({ key: "cap-less:1", authRef: ref, amountCents: 4201 })).toMatchObject({
      status: "error",
      code: "amount_exceeds_authorization",
    });
    expect(await live.gateway.capture({ key: "cap-less:2", authRef: ref, amountCents: 4000 })).toMatchObject({
      amountCents: 4000,
    });
    expect(await recorded("cap-less")).toMatchObject({ amountCents: 4200, capturedCents: 4000 });
  });

  test("a capture key with another amount is refused", async () => {
    const { ref } = await authorized("cap-other");
    await live.gateway.capture({ key: "cap-other:cap", authRef: ref, amountCents: 4200 });

    expect(await live.gateway.capture({ key: "cap-other:cap", authRef: ref, amountCents: 100 })).toMatchObject({
      code: "key_conflict",
    });
  });

  test("a void releases the authorisation for good", async () => {
    const { ref } = await authorized("void");
    const first = await released("void:void", ref);

    expect(first).toMatchObject({ status: "voided", amountCents: 4200 });
    expect(await released("void:void", ref)).toEqual(first);
    expect(await released("void:other", ref)).toMatchObject({
      status: "error",
      code: "already_voided",
    });
    expect(await live.gateway.capture({ key: "void:cap", authRef: ref, amountCents: 4200 })).toMatchObject({
      code: "already_voided",
    });
    expect(await recorded("void")).toMatchObject({ status: "approved", state: "voided" });
  });

  test("what was captured cannot be voided, what was declined cannot be captured", async () => {
    await captured("taken-money");
    const { authRef } = await recorded("taken-money");
    const declined = await live.gateway.authorize(charge("no-money", "4000000000000002"));

    expect(await released("taken-money:void", authRef)).toMatchObject({ code: "already_captured" });
    expect(await live.gateway.capture({ key: "no-money:cap", authRef: declined.ref ?? "", amountCents: 1 })).toMatchObject({
      code: "no_such_authorization",
    });
  });

  test("refunds of parts add up to the capture and never beyond", async () => {
    const { ref } = await captured("parts");
    const refund = (key: string, amountCents: number) =>
      live.gateway.giveBack({ key, authRef: "", captureRef: ref, amountCents });

    expect(await refund("parts:1", 1200)).toMatchObject({ status: "refunded", amountCents: 1200 });
    expect(await refund("parts:1", 1200)).toMatchObject({ status: "refunded", amountCents: 1200 });
    expect(await recorded("parts")).toMatchObject({ state: "part_refunded", refundedCents: 1200 });
    expect(await refund("parts:2", 3001)).toMatchObject({ status: "error", code: "amount_exceeds_capture" });
    expect(await refund("parts:3", 3000)).toMatchObject({ status: "refunded" });
    expect(await refund("parts:4", 1)).toMatchObject({ code: "amount_exceeds_capture" });
    expect(await recorded("parts")).toMatchObject({ state: "refunded", capturedCents: 4200, refundedCents: 4200 });
  });

  test("twenty refunds at once with their own keys never give back more than was taken", async () => {
    const { ref } = await captured("greedy", 1000);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        live.gateway.giveBack({ key: `greedy:${n}`, authRef: "", captureRef: ref, amountCents: 300 }),
      ),
    );

    expect(results.filter(({ status }) => status === "refunded")).toHaveLength(3);
    expect(await recorded("greedy")).toMatchObject({ refundedCents: 900 });
  });

  test("a capture, void or refund of nothing is refused", async () => {
    const { ref } = await authorized("nothing");

    expect(await live.gateway.capture({ key: "n:1", authRef: "authorize_none", amountCents: 1 })).toMatchObject({
      status: "error",
    });
    expect(await released("n:2", "authorize_none")).toMatchObject({ code: "no_such_authorization" });
    expect(await live.gateway.giveBack({ key: "n:3", authRef: "", captureRef: ref, amountCents: 1 })).toMatchObject({
      code: "no_such_capture",
    });
  });
});

describe("questions", () => {
  test("a key that nobody used is not found, which is not the same as unknown", async () => {
    expect(await live.gateway.lookup({ key: "never/used ?&=" })).toEqual({ status: "not_found" });
    expect(await live.gateway.lookup({ ref: "never" })).toEqual({ status: "not_found" });
  });

  test("a transaction is found by its key and by its reference, as it stands now, with its capture", async () => {
    const { ref } = await authorized("asked");

    expect(await recorded("asked")).toMatchObject({
      kind: "authorize",
      ref,
      authRef: ref,
      orderRef: "asked",
      captureRef: null,
      state: "authorized",
    });
    expect(await live.gateway.lookup({ ref })).toEqual(await recorded("asked"));

    const capture = await live.gateway.capture({ key: "asked:cap", authRef: ref, amountCents: 4200 });
    expect(await live.gateway.lookup({ ref })).toMatchObject({ state: "captured", captureRef: capture.ref });
  });

  test("the list holds a period, oldest first, over more than one page", async () => {
    const { at: since } = await authorized("list-first").then(() => recorded("list-first"));
    const keys = Array.from({ length: 520 }, (_, n) => `list-${n}`);
    // A server queues about 500 connections, and refuses more at once.
    await pLimit(20).map(keys, (key) => authorized(key));
    const { at: until } = await authorized("list-last").then(() => recorded("list-last"));

    const listing = await live.gateway.list({ since, until: until + 1 });
    const listed = listing.status === "listed" ? listing.transactions : [];
    const listedKeys = listed.map(({ key }) => key).filter((key) => key.startsWith("list-"));
    expect(listedKeys.sort()).toEqual(["list-first", ...keys, "list-last"].sort());
    expect(listed.map(({ at }) => at)).toEqual(listed.map(({ at }) => at).sort((a, b) => a - b));
    expect(await live.gateway.list({ since: until + 1, until: until + 2 })).toEqual({
      status: "listed",
      transactions: [],
      completeUntil: until + 2,
    });
  });

  test("nobody without the secret is answered, and a refused question stays unknown", async () => {
    const stranger = openHttpGateway({ url: live.url, secret: "somebody else's secret", refuseInsideTransaction: () => {} });

    // It is unknown whether the secret was refused before or after the charge: only the look-up
    // tells.
    expect(await stranger.authorize(charge("stranger"))).toMatchObject({ status: "unknown", code: "unauthorized" });
    expect(await live.gateway.lookup({ key: "stranger" })).toEqual({ status: "not_found" });
    expect(await stranger.lookup({ key: "asked" })).toMatchObject({ status: "unknown", code: "unauthorized" });
    expect(await stranger.list({ since: 0, until: 1 })).toMatchObject({ status: "unknown" });
    expect((await fetch(`${live.url}/books`)).status).toBe(401);
    expect(await live.gateway.lookup({ key: "stranger" })).toEqual({ status: "not_found" });
  });
});
