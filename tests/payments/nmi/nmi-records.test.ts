import { describe, expect, test } from "vitest";
import { cardOf } from "../gateways-live.ts";
import { chargeOf, goodCard, newReference, openNmi } from "./fixture.ts";

describe("a look-up", () => {
  test("finds a payment by its reference and by NMI's own", async () => {
    const { gateway, authorized, noon } = await openNmi();
    const reference = newReference();
    const ref = await authorized(reference);

    const found = await gateway.lookup({ reference });

    expect(found).toEqual({
      status: "approved",
      reference,
      kind: "authorize",
      state: "authorized",
      ref,
      authRef: ref,
      captureRef: null,
      amountCents: 4200,
      capturedCents: 0,
      refundedCents: 0,
      code: "approved",
      avs: "Y",
      cvv: "M",
      brand: "visa",
      last4: "1111",
      retryable: false,
      at: noon,
    });
    expect(await gateway.lookup({ ref })).toEqual(found);
    expect(await gateway.lookup({ reference: newReference(), ref })).toEqual(found);
    expect(await gateway.lookup({ reference, ref: "" })).toEqual(found);
  });

  test("says “captured” before and after the settlement", async () => {
    const { recorded, captured, account } = await openNmi();
    const ref = await captured();
    const before = await recorded({ ref });
    account.settle();

    expect(before).toMatchObject({ state: "captured", captureRef: ref, capturedCents: 4200 });
    expect(await recorded({ ref })).toEqual(before);
  });

  test("finds nothing only if NMI answers with no records", async () => {
    const { gateway, emulator } = await openNmi();
    const asked = { reference: newReference() };

    expect(await gateway.lookup(asked)).toEqual({ status: "not_found" });
    expect(await gateway.lookup({ ref: "77" })).toEqual({ status: "not_found" });
    emulator.records = "off";
    expect(await gateway.lookup(asked)).toMatchObject({ status: "unknown", code: "records_switched_off" });
    emulator.records = { error: "Service busy" };
    expect(await gateway.lookup(asked)).toMatchObject({ status: "unknown", code: "records_unavailable" });
  });

  test.each([
    ["nothing", ""],
    ["a page", "<html><body>Not here</body></html>"],
    ["half a document", "<nm_response><transaction><transaction_id>1"],
    ["another document", "<response></response>"],
    ["text in place of records", "<nm_response>busy</nm_response>"],
    ["an unknown element", "<nm_response><batch></batch></nm_response>"],
    ["an entity", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><nm_response>&e;</nm_response>'],
  ])("is unknown if NMI answers with %s", async (_what, body) => {
    const { gateway, emulator } = await openNmi();
    emulator.spoil("query", { body });

    expect(await gateway.lookup({ reference: newReference() })).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("is unknown if NMI answers with another payment, or with a status other than 200", async () => {
    const { gateway, emulator, authorized } = await openNmi();
    await authorized();
    const { body } = await recordsOf(emulator.url, emulator.securityKey);
    emulator.spoil("query", { body });
    expect(await gateway.lookup({ reference: newReference() })).toMatchObject({ status: "unknown", code: "bad_answer" });

    emulator.spoil("query", { status: 404, body: "<nm_response></nm_response>" });
    expect(await gateway.lookup({ reference: newReference() })).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("takes the payment that holds money, beside tries of the same order ID that failed", async () => {
    const { gateway, account, recorded } = await openNmi();
    const reference = newReference();
    await gateway.authorize(chargeOf(reference, "4000000000000002"));
    const { ref } = await gateway.authorize(chargeOf(reference));

    expect(await recorded({ reference })).toMatchObject({ state: "authorized", ref });

    account.duplicates = "none";
    await gateway.authorize(chargeOf(reference));
    expect(await gateway.lookup({ reference })).toMatchObject({ status: "unknown", code: "ambiguous" });
  });

  test("is unknown as long as NMI does not know how a payment ended", async () => {
    const { gateway, account, recorded } = await openNmi();
    const [approves, refuses] = [newReference(), newReference()];
    for (const reference of [approves, refuses]) {
      const held = await gateway.authorize(chargeOf(reference, "4000000000000119"));
      expect(held).toMatchObject({ status: "unknown", code: "processor_error" });
      expect(await gateway.lookup({ reference })).toMatchObject({ status: "unknown", code: "undecided" });
    }
    account.decide(account.transactions[0]?.id ?? "", true);
    account.decide(account.transactions[1]?.id ?? "", false);

    expect(await recorded({ reference: approves })).toMatchObject({ status: "approved", state: "authorized" });
    expect(await recorded({ reference: refuses })).toMatchObject({ status: "declined", state: "declined" });
  });

  test("is unknown if the actions contradict the condition, or are in another currency", async () => {
    const { gateway, account, authorized, captured } = await openNmi();
    const contradicting = [
      [await authorized(), { condition: "failed" }],
      [await authorized(), { condition: "complete" }],
      [await captured(), { condition: "pending" }],
      [await authorized(), { condition: "brand new" }],
      [await authorized(), { currency: "CAD" }],
    ] as const;
    for (const [ref, changes] of contradicting) {
      Object.assign(account.find(ref) ?? {}, changes);
      expect(await gateway.lookup({ ref })).toMatchObject({ status: "unknown", code: "undecided" });
    }
  });

  test("finds refunds without their payment's number by its order ID", async () => {
    const { account, settled, recorded } = await openNmi();
    account.namesOriginals = false;
    const ref = await settled();
    account.refundAtDashboard(ref, 1000);

    expect(await recorded({ ref })).toMatchObject({ state: "part_refunded", refundedCents: 1000 });
  });

  test("counts no refund that was voided", async () => {
    const { account, settled, recorded } = await openNmi();
    const ref = await settled();
    const { transactionid = "" } = account.refundAtDashboard(ref, 1000);
    account.voidAtDashboard(transactionid);

    expect(await recorded({ ref })).toMatchObject({ state: "captured", refundedCents: 0 });
    expect(await recorded({ ref: transactionid })).toMatchObject({ kind: "refund", state: "voided" });
  });

  test("lags behind the payment", async () => {
    const { gateway, emulator, authorized, recorded } = await openNmi();
    emulator.lag();
    const reference = newReference();
    const ref = await authorized(reference);

    expect(await gateway.lookup({ reference })).toEqual({ status: "not_found" });
    emulator.catchUp();
    expect(await recorded({ reference })).toMatchObject({ ref });
  });

  test.each([
    ["5424000000000015", "mastercard"],
    ["370000000000002", "amex"],
    ["6011000000000012", "discover"],
  ])("names the brand of %s", async (number, brand) => {
    const { gateway, recorded } = await openNmi();
    const reference = newReference();
    await gateway.authorize(chargeOf(reference, number, { means: { card: cardOf(number) } }));

    expect(await recorded({ reference })).toMatchObject({ brand, last4: number.slice(-4) });
  });
});

/** The whole records of the emulated account. */
async function recordsOf(url: string, security_key: string): Promise<{ body: string }> {
  const response = await fetch(`${url}query.php`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams({ security_key })),
  });
  return { body: await response.text() };
}

describe("a list", () => {
  const hour = 3_600_000;
  const opened = async () => {
    const nmi = await openNmi();
    const list = async (since = nmi.noon - hour, until = nmi.noon + hour) => {
      const listing = await nmi.gateway.list({ since, until });
      if (listing.status !== "listed") throw new Error(listing.code);
      return listing;
    };
    return { ...nmi, list };
  };

  test("has each payment with its present state, and each refund with its payment", async () => {
    const { list, authorized, settled, gateway, pass } = await opened();
    const [held, sold] = [newReference(), newReference()];
    const heldRef = await authorized(held);
    pass(1);
    const soldRef = await settled(sold);
    pass(1);
    const reference = newReference();
    const back = await gateway.giveBack({ reference, authRef: soldRef, captureRef: soldRef, amountCents: 1000 });

    expect((await list()).transactions).toMatchObject([
      { kind: "authorize", reference: held, ref: heldRef, state: "authorized", captureRef: null },
      {
        kind: "authorize",
        reference: sold,
        ref: soldRef,
        state: "part_refunded",
        captureRef: soldRef,
        capturedCents: 4200,
        refundedCents: 1000,
      },
      { kind: "refund", reference, ref: back.ref, authRef: soldRef, state: "refunded", amountCents: 1000 },
    ]);
  });

  test("has payments of another till by their own order IDs, or none", async () => {
    const { list, account, noon } = await opened();
    const action = { type: "sale", cents: 500, at: noon, success: true, code: "100", text: "SUCCESS", source: "pos" };
    account.record({ orderId: "TILL-7", actions: [action] });
    account.record({ actions: [action] });
    account.record({ currency: "CAD", actions: [action] });
    account.record({ condition: "in_progress" });

    expect((await list()).transactions).toMatchObject([
      { reference: "TILL-7", kind: "authorize", state: "captured", capturedCents: 500 },
      { reference: null, kind: "authorize", state: "captured" },
    ]);
  });

  test.each(["transactions", "actions"] as const)("names refunds of the dashboard that are %s", async (refunds) => {
    const { list, account, settled } = await opened();
    account.refunds = refunds;
    const authRef = await settled();
    account.refundAtDashboard(authRef, 300);
    account.refundAtDashboard(authRef, 200);

    const listed = (await list()).transactions.filter(({ kind }) => kind === "refund");

    expect(listed).toMatchObject([
      { authRef, amountCents: 300, state: "refunded" },
      { authRef, amountCents: 200, state: "refunded" },
    ]);
    expect(new Set([authRef, ...listed.map(({ ref }) => ref)]).size).toBe(3);
  });

  test("leaves out the shop's own refunds that are actions of their payment, which have no name", async () => {
    const { list, account, settled, gateway } = await opened();
    account.refunds = "actions";
    const authRef = await settled();
    await gateway.giveBack({ reference: newReference(), authRef, captureRef: authRef, amountCents: 300 });

    expect((await list()).transactions).toMatchObject([{ kind: "authorize", state: "part_refunded", refundedCents: 300 }]);
  });

  test("gives a refund to the payment of its order ID, or to itself", async () => {
    const { list, account, settled, noon } = await opened();
    account.namesOriginals = false;
    const authRef = await settled();
    const { transactionid } = account.refundAtDashboard(authRef, 300);
    const action = { type: "credit", cents: 700, at: noon, success: true, code: "100", text: "SUCCESS", source: "pos" };
    const { id } = account.record({ actions: [action] });

    expect((await list()).transactions.filter(({ kind }) => kind === "refund")).toMatchObject([
      { ref: transactionid, authRef },
      { ref: id, authRef: id },
    ]);
  });

  test("finds the payment of a refund at the dashboard that was made before the list begins", async () => {
    const { list, account, settled, pass, noon } = await opened();
    account.namesOriginals = false;
    const authRef = await settled();
    pass(10);
    const { transactionid } = account.refundAtDashboard(authRef, 300);

    expect((await list(noon + 60_000)).transactions).toMatchObject([
      { kind: "refund", ref: transactionid, authRef, amountCents: 300 },
    ]);
  });

  test("begins with `since` and ends before `until`, by the time of the payment", async () => {
    const { list, authorized, gateway, pass, noon } = await opened();
    const first = await authorized(newReference(), 4201);
    pass(10);
    const second = await authorized(newReference(), 4202);
    pass(10);
    await authorized(newReference(), 4203);
    await gateway.capture({ reference: newReference(), authRef: first, amountCents: 4201 });

    const minute = 60_000;
    const { transactions } = await list(noon + minute, noon + 20 * minute);
    expect(transactions.map(({ ref }) => ref)).toEqual([second]);
    expect((await list(noon, noon + minute)).transactions).toMatchObject([{ ref: first, state: "captured" }]);
  });

  test("goes on to the last page, however NMI counts its pages", async () => {
    const { account, list, noon, emulator } = await opened();
    const action = { type: "auth", cents: 500, at: noon, success: true, code: "100", text: "SUCCESS", source: "api" };
    for (let n = 0; n < 600; n += 1) account.record({ orderId: `N${n}`, condition: "pending", actions: [action] });

    for (const firstPage of [0, 1]) {
      emulator.firstPage = firstPage;
      const { transactions } = await list();
      expect(new Set(transactions.map(({ reference }) => reference)).size).toBe(600);
    }
  });

  test("is unknown if one page fails", async () => {
    const { gateway, emulator, authorized, noon } = await opened();
    await authorized();
    emulator.spoil("query", { body: "<nm_response></nm_response>" });
    emulator.spoil("query", "cut_before");

    expect(await gateway.list({ since: noon, until: noon + hour })).toMatchObject({ status: "unknown", code: "unreachable" });
  });

  test("is complete up to a quarter of an hour ago, or to a payment whose end is unknown", async () => {
    const { list, gateway, account, authorized, pass, noon } = await opened();
    const minute = 60_000;
    expect((await list()).completeUntil).toBe(noon - 15 * minute);
    expect((await list(noon - hour, noon - 30 * minute)).completeUntil).toBe(noon - 30 * minute);

    await gateway.authorize(chargeOf(newReference(), "4000000000000119"));
    pass(60);
    const later = await authorized();
    const listing = await list(noon, noon + 2 * hour);

    expect(listing.completeUntil).toBe(noon);
    expect(listing.transactions.map(({ ref }) => ref)).toEqual([later]);
    account.decide(account.transactions[0]?.id ?? "", false);
    expect((await list(noon, noon + 2 * hour)).completeUntil).toBe(noon + 45 * minute);
  });

  test("does not wait for ever for a payment whose end nobody knows", async () => {
    const { list, gateway, pass, noon } = await opened();
    await gateway.authorize(chargeOf(newReference(), "4000000000000119"));
    pass(8 * 24 * 60);

    expect((await list(noon, noon + 9 * 24 * hour)).completeUntil).toBe(noon + 8 * 24 * hour - 15 * 60_000);
  });

  test("of a card payment has no more of the card than its last digits", async () => {
    const { list, authorized } = await opened();
    await authorized();

    expect(JSON.stringify((await list()).transactions)).not.toContain(goodCard.slice(0, 6));
  });
});
