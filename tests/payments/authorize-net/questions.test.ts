import { describe, expect, test } from "vitest";
import type { ReferencedTransaction } from "../../../server/payments/gateways/keyless.ts";
import { heldCard, heldWithMoneyCard } from "./emulator-cards.ts";
import { authorized, type Connected, captured, cards, charge, connect, openTo, settled } from "./fixture.ts";

const day = 24 * 3_600_000;
const start = Date.UTC(2027, 0, 15, 20);

/** A gateway whose clock the test moves. */
async function connectAt(now = start) {
  const clock = { now };
  return { clock, ...(await connect({ now: () => clock.now })) };
}

async function listed({ gateway }: Connected, since: number, until: number): Promise<readonly ReferencedTransaction[]> {
  const listing = await gateway.list({ since, until });
  if (listing.status !== "listed") throw new Error(`nothing was listed: ${listing.code}`);
  return listing.transactions;
}

describe("a look-up", () => {
  test("finds a payment by its reference and by the gateway's number, as it stands", async () => {
    const connected = await connectAt();
    const ref = await authorized(connected, "FOUND");

    const record = await connected.gateway.lookup({ reference: "FOUND" });
    expect(record).toEqual({
      reference: "FOUND",
      kind: "authorize",
      status: "approved",
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
      disputed: false,
      at: start,
      retryable: false,
    });
    expect(await connected.gateway.lookup({ ref })).toEqual(record);
    expect(await connected.gateway.lookup({ reference: "FOUND", ref })).toEqual(record);
  });

  test("reads amounts to the cent, and those of a refund from whichever field has it", async () => {
    const connected = await connectAt();
    await authorized(connected, "CENTS", { amountCents: 1999 });
    const { transId } = connected.emulator.ledger.add({ transactionType: "refundTransaction", authCents: 1999 });

    expect(await connected.gateway.lookup({ reference: "CENTS" })).toMatchObject({ amountCents: 1999 });
    expect(await connected.gateway.lookup({ ref: transId })).toMatchObject({ kind: "refund", amountCents: 1999 });
    Object.assign(connected.emulator.ledger.find(transId) ?? {}, { authCents: 0, settleCents: 1999 });
    expect(await connected.gateway.lookup({ ref: transId })).toMatchObject({ kind: "refund", amountCents: 1999 });
  });

  test("finds a payment that was settled up to four weeks ago", async () => {
    const connected = await connectAt();
    await settled(connected, "SETTLED");
    connected.clock.now += 28 * day;

    expect(await connected.gateway.lookup({ reference: "SETTLED" })).toMatchObject({ state: "captured", capturedCents: 4200 });
  });

  test("finds a refund that was made months after the payment", async () => {
    const connected = await connectAt();
    const authRef = await settled(connected, "OLD");
    connected.clock.now += 100 * day;
    connected.emulator.refundAtDashboard(authRef, 1000);
    connected.emulator.settle();
    connected.clock.now += 40 * day;

    expect(await connected.gateway.lookup({ ref: authRef })).toMatchObject({ state: "part_refunded", refundedCents: 1000 });
    expect(connected.emulator.requests.filter(({ call }) => call === "getSettledBatchListRequest")).toHaveLength(5);
  });

  test("does not take another payment's refund for this one's, though the card is the same", async () => {
    const connected = await connectAt();
    const [first, second] = [await settled(connected, "MINE"), await settled(connected, "YOURS")];
    connected.emulator.refundAtDashboard(second, 1000);

    expect(await connected.gateway.lookup({ ref: first })).toMatchObject({ state: "captured", refundedCents: 0 });
  });

  test("tells a payment from the dashboard's refund with its invoice number", async () => {
    const connected = await connectAt();
    const authRef = await settled(connected, "COPIED");
    const { transId } = connected.emulator.refundAtDashboard(authRef, 1000);

    expect(await connected.gateway.lookup({ reference: "COPIED" })).toMatchObject({ kind: "authorize", ref: authRef });
    expect(await connected.gateway.lookup({ ref: transId })).toMatchObject({ kind: "refund", authRef, reference: null });
  });

  test("keeps a payment's reference by its invoice number, whichever request the gateway names", async () => {
    const connected = await connectAt();
    const ref = await authorized(connected, "INVOICE");
    Object.assign(connected.emulator.ledger.find(ref) ?? {}, { refId: "INVOICEC" });

    expect(await connected.gateway.lookup({ ref })).toMatchObject({ reference: "INVOICE" });
  });

  test("prefers the payment to a decline under the same reference", async () => {
    const connected = await connectAt();
    await connected.gateway.authorize(charge("BOTH", cards.declined));
    const ref = await authorized(connected, "BOTH");

    expect(await connected.gateway.lookup({ reference: "BOTH" })).toMatchObject({ status: "approved", ref });
  });

  test.each([
    ["declined", { status: "declined", state: "declined", code: "declined" }],
    ["voided", { status: "approved", state: "voided", capturedCents: 0 }],
    ["expired", { status: "approved", state: "expired" }],
    ["chargeback", { status: "approved", state: "captured", disputed: true }],
    ["chargebackReversal", { status: "approved", state: "captured", disputed: false }],
    ["settlementError", { status: "approved", state: "captured" }],
    ["FDSPendingReview", { status: "approved", state: "held", code: "held_for_review", captureRef: null }],
    ["communicationError", { status: "declined" }],
    ["failedReview", { status: "declined" }],
    ["underReview", { status: "unknown" }],
    ["somethingNew", { status: "unknown" }],
  ])("of a payment whose status is %s", async (status, expected) => {
    const connected = await connectAt();
    const ref = await authorized(connected, "STATUS");
    connected.emulator.changeStatus(ref, status);

    expect(await connected.gateway.lookup({ ref })).toMatchObject(expected);
  });

  test("follows a payment under review: released, or refused", async () => {
    const connected = await connectAt();
    const { gateway, emulator } = connected;
    const [first, second] = [
      (await gateway.authorize(charge("REVIEWA", heldCard))).ref ?? "",
      (await gateway.authorize(charge("REVIEWB", heldWithMoneyCard))).ref ?? "",
    ];
    expect(await gateway.lookup({ reference: "REVIEWA" })).toMatchObject({ state: "held", ref: first });
    expect(await gateway.lookup({ reference: "REVIEWB" })).toMatchObject({ state: "held", ref: second });

    emulator.releaseHeld(first);
    emulator.refuseHeld(second);

    expect(await gateway.lookup({ ref: first })).toMatchObject({ state: "authorized" });
    expect(await gateway.lookup({ ref: second })).toMatchObject({ status: "declined", state: "declined" });
  });

  test("says not found only if the gateway says so", async () => {
    const { gateway, emulator } = await connectAt();

    expect(await gateway.lookup({ reference: "NEVER" })).toEqual({ status: "not_found" });
    expect(await gateway.lookup({ ref: "12345" })).toEqual({ status: "not_found" });
    expect(await gateway.lookup({ ref: "authorize_1" })).toEqual({ status: "not_found" });
    for (const call of ["getUnsettledTransactionListRequest", "getSettledBatchListRequest"])
      for (const fault of ["cut_before", "truncated", "html", "empty", "error_after"] as const) {
        emulator.fail(call, fault);
        expect((await gateway.lookup({ reference: "NEVER" })).status).toBe("unknown");
      }
    emulator.switches.detailsApi = false;
    expect(await gateway.lookup({ reference: "NEVER" })).toMatchObject({ status: "unknown", code: "look_up_switched_off" });
    expect(await gateway.lookup({ ref: "12345" })).toMatchObject({ status: "unknown", code: "look_up_switched_off" });
  });

  test("cannot see a payment that the gateway lists late", async () => {
    const connected = await connectAt();
    await authorized(connected, "LAGS");
    connected.emulator.switches.listLags = true;

    expect(await connected.gateway.lookup({ reference: "LAGS" })).toEqual({ status: "not_found" });
    connected.emulator.switches.listLags = false;
    expect(await connected.gateway.lookup({ reference: "LAGS" })).toMatchObject({ state: "authorized" });
  });

  test("is unknown if the gateway lists a payment whose details it does not find", async () => {
    const connected = await connectAt();
    await authorized(connected, "LISTED");
    const answer = { messages: { resultCode: "Error", message: [{ code: "E00040" }] } };
    connected.emulator.fail("getTransactionDetailsRequest", { answer });

    expect(await connected.gateway.lookup({ reference: "LISTED" })).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("is unknown if the details are of another transaction, or missing", async () => {
    const connected = await connectAt();
    const [ref, other] = [await authorized(connected, "RIGHT"), await authorized(connected, "WRONG")];
    const transaction = { transId: other, submitTimeUTC: "2027-01-01T00:00:00Z", transactionType: "authOnlyTransaction" };
    const amounts = { transactionStatus: "authorizedPendingCapture", authAmount: 1, settleAmount: 1 };
    const messages = { resultCode: "Ok", message: [{ code: "I00001" }] };
    for (const answer of [{ transaction: { ...transaction, ...amounts }, messages }, { messages }]) {
      connected.emulator.fail("getTransactionDetailsRequest", { answer });
      expect(await connected.gateway.lookup({ ref })).toMatchObject({ status: "unknown", code: "bad_answer" });
    }
  });
});

describe("the list", () => {
  test("names payments with their captures and refunds, and refunds with their payments, oldest first", async () => {
    const connected = await connectAt();
    const { clock, emulator, gateway } = connected;
    const first = await settled(connected, "LISTA");
    clock.now += day;
    const second = await captured(connected, "LISTB");
    clock.now += 1000;
    const third = await authorized(connected, "LISTC");
    await gateway.authorize(charge("LISTD", cards.declined));
    const refund = await gateway.giveBack({ reference: "LISTE", authRef: first, captureRef: first, amountCents: 1200 });
    const till = emulator.ledger.add({ invoiceNumber: "till 7", authCents: 999, settleCents: 999 });
    const nameless = emulator.ledger.add({ authCents: 998, settleCents: 998 });

    expect(await listed(connected, start, clock.now + day)).toMatchObject([
      {
        reference: "LISTA",
        kind: "authorize",
        ref: first,
        state: "part_refunded",
        capturedCents: 4200,
        refundedCents: 1200,
        captureRef: first,
      },
      { reference: "LISTB", kind: "authorize", ref: second, state: "captured", captureRef: second, at: start + day },
      { reference: "LISTC", kind: "authorize", ref: third, state: "authorized", captureRef: null, brand: "visa", last4: "1111" },
      { reference: "LISTD", kind: "authorize", status: "declined", state: "declined" },
      { reference: "LISTE", kind: "refund", ref: refund.ref, authRef: first, amountCents: 1200, state: "refunded" },
      { reference: "till 7", ref: till.transId, amountCents: 999 },
      { reference: null, ref: nameless.transId, amountCents: 998 },
    ]);
  });

  test("names a refund of the dashboard without a reference, and no refund that was taken back as made", async () => {
    const connected = await connectAt();
    const authRef = await settled(connected, "DASHBOARD");
    connected.emulator.refundAtDashboard(authRef, 1000);
    connected.emulator.voidAtDashboard(connected.emulator.refundAtDashboard(authRef, 500).transId);

    expect(await listed(connected, start, start + 1)).toMatchObject([
      { kind: "authorize", reference: "DASHBOARD", state: "part_refunded", refundedCents: 1000 },
      { kind: "refund", reference: null, authRef, amountCents: 1000, state: "refunded" },
      { kind: "refund", reference: null, authRef, status: "declined", state: "declined" },
    ]);
  });

  test("holds what was submitted from its beginning up to, but without, its end", async () => {
    const connected = await connectAt();
    for (const reference of ["BEFORE", "FROM", "LAST", "AFTER"]) {
      await authorized(connected, reference);
      connected.clock.now += 1000;
    }

    const found = await listed(connected, start + 1000, start + 3000);
    expect(found.map(({ reference }) => reference)).toEqual(["FROM", "LAST"]);
  });

  test("reads all pages, of what is unsettled and of a batch", async () => {
    const connected = await connectAt();
    const add = (invoiceNumber: string, status: string) =>
      connected.emulator.ledger.add({ invoiceNumber, status, authCents: 100, settleCents: 100 });
    for (let n = 0; n < 1001; n++) add(`S${n}`, "capturedPendingSettlement");
    connected.emulator.settle();
    for (let n = 0; n < 2000; n++) add(`U${n}`, "authorizedPendingCapture");

    const references = new Set((await listed(connected, start, start + 1)).map(({ reference }) => reference));
    expect([references.size, references.has("S1000"), references.has("U1999")]).toEqual([3001, true, true]);
    expect(await connected.gateway.lookup({ reference: "S1000" })).toMatchObject({ state: "captured" });
    const pages = connected.emulator.requests.filter(({ body }) => "paging" in body);
    for (const { body } of pages) expect(body.sorting).toEqual({ orderBy: "submitTimeUTC", orderDescending: false });
  });

  test("also reads pages that the gateway makes shorter than asked for", async () => {
    const connected = await connectAt();
    connected.emulator.switches.pageLength = 2;
    for (const reference of ["PAGEA", "PAGEB", "PAGEC", "PAGED", "PAGEE"]) await authorized(connected, reference);

    expect(await listed(connected, start, start + 1)).toHaveLength(5);
  });

  test("is unknown if a page is missing, or lost transactions", async () => {
    const connected = await connectAt();
    await settled(connected, "SETTLED");
    await authorized(connected, "MISSING");
    const period = { since: start, until: start + 1 };
    for (const call of ["getUnsettledTransactionListRequest", "getSettledBatchListRequest", "getTransactionListRequest"]) {
      connected.emulator.fail(call, "cut_before");
      expect(await connected.gateway.list(period)).toMatchObject({ status: "unknown", code: "unreachable" });
    }
    const messages = { resultCode: "Ok", message: [{ code: "I00001" }] };
    for (let page = 0; page < 2; page++)
      connected.emulator.fail("getUnsettledTransactionListRequest", { answer: { totalNumInResultSet: 3, messages } });
    expect(await connected.gateway.list(period)).toMatchObject({ status: "unknown", code: "incomplete_list" });
    connected.emulator.switches.detailsApi = false;
    expect(await connected.gateway.list(period)).toMatchObject({ status: "unknown" });
  });

  test("is complete up to a quarter of an hour ago, and no further than asked", async () => {
    const connected = await connectAt();

    expect(await connected.gateway.list({ since: start - day, until: start + day })).toMatchObject({
      completeUntil: start - 15 * 60_000,
    });
    expect(await connected.gateway.list({ since: start - day, until: start - day / 2 })).toMatchObject({
      completeUntil: start - day / 2,
    });
  });

  test("is complete only up to a payment whose status says nothing yet; a failed one is left out", async () => {
    const connected = await connectAt();
    const failed = await authorized(connected, "FAILED");
    connected.emulator.changeStatus(failed, "communicationError");
    connected.clock.now += 1000;
    const undecided = await authorized(connected, "UNDECIDED");
    connected.emulator.changeStatus(undecided, "updatingSettlement");
    connected.clock.now += day;

    expect(await connected.gateway.list({ since: start, until: start + day })).toEqual({
      status: "listed",
      transactions: [],
      completeUntil: start + 1000,
    });
  });

  test("has a payment whose batch was settled earlier by the clock of the gateway", async () => {
    const connected = await connectAt();
    await captured(connected, "EARLIER");
    connected.emulator.settle(start - 1_800_000);

    expect(await listed(connected, start, start + 1)).toMatchObject([{ reference: "EARLIER", state: "captured" }]);
  });

  test("spans more than the 31 days that the gateway answers at once", async () => {
    const connected = await connectAt();
    await settled(connected, "LONGAGO");
    connected.clock.now += 70 * day;
    await settled(connected, "NOW");

    expect(await listed(connected, start - day, connected.clock.now + 1)).toMatchObject([
      { reference: "LONGAGO" },
      { reference: "NOW" },
    ]);
  });
});

describe("the check at the start", () => {
  test("accepts an account that answers, and moves no money", async () => {
    const { gateway, emulator } = await connect();

    expect(await gateway.check({})).toEqual({ status: "accepted" });
    expect(emulator.ledger.entries).toEqual([]);
  });

  test("refuses a wrong login by the names of its variables", async () => {
    const { emulator } = await connect();

    for (const wrong of [{ login: "other" }, { secret: "transaction-key2" }])
      expect(await openTo(emulator, wrong).check({})).toEqual({
        status: "refused",
        text: expect.stringMatching(/PAYMENT_GATEWAY_LOGIN.*API login ID.*PAYMENT_GATEWAY_SECRET.*transaction key/),
      });
  });

  test("refuses an account without the look-ups that the shop needs, and says what to switch on", async () => {
    const { gateway, emulator } = await connect();
    emulator.switches.detailsApi = false;

    expect(await gateway.check({})).toEqual({
      status: "refused",
      text: expect.stringContaining("switch on the Transaction Details API"),
    });
  });

  test("takes silence and maintenance for no answer", async () => {
    const { gateway, emulator } = await connect();
    for (const fault of ["cut_before", "error_before", "html", "empty"] as const) {
      emulator.fail("getUnsettledTransactionListRequest", fault);
      expect((await gateway.check({})).status).toBe("unknown");
    }
    emulator.fail("getUnsettledTransactionListRequest", "held_back");
    expect(await gateway.check({ deadlineMs: 200 })).toMatchObject({ status: "unknown", code: "timeout" });
    emulator.switches.maintenance = true;
    expect(await gateway.check({})).toMatchObject({ status: "unknown", code: "maintenance" });
  });
});
