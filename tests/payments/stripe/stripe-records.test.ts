import { describe, expect, test } from "vitest";
import { chargeOf, goodCard, minute, newReference, openStripe, payOn } from "./fixture.ts";

const day = 86_400_000;
const bothChecks = (line: string | null, postalCode: string | null, cvc: string | null) => ({
  address_line1_check: line,
  address_postal_code_check: postalCode,
  cvc_check: cvc,
});

describe("a look-up by the shop's reference alone", () => {
  test("finds the page whose answer was lost, paid or not", async () => {
    const { gateway, emulator, account } = await openStripe();
    const reference = newReference();
    emulator.spoil("create_session", "cut_after");
    expect(await gateway.authorize(chargeOf(reference))).toMatchObject({ status: "unknown", code: "unreachable" });

    expect(await gateway.lookup({ reference })).toEqual({ status: "not_found" });
    await payOn(account.sessions[0]?.url ?? "");
    expect(await gateway.lookup({ reference })).toMatchObject({ state: "authorized", reference });
  });

  test("finds nothing where the page never was", async () => {
    const { gateway, emulator } = await openStripe();
    const reference = newReference();
    emulator.spoil("create_session", "cut_before");
    await gateway.authorize(chargeOf(reference));

    expect(await gateway.lookup({ reference })).toEqual({ status: "not_found" });
    expect(await gateway.lookup({ ref: "cs_none" })).toEqual({ status: "not_found" });
    expect(await gateway.lookup({ ref: "2762787830" })).toEqual({ status: "not_found" });
    expect(await gateway.lookup({ reference, ref: "pi_none" })).toEqual({ status: "not_found" });
  });

  test("reads all pages of the list, up to the one", async () => {
    const { gateway, opened, sent } = await openStripe();
    const reference = newReference();
    const { page } = await opened(reference);
    await payOn(page.address);
    for (let count = 0; count < 210; count += 1) await opened();

    expect(await gateway.lookup({ reference })).toMatchObject({ state: "authorized" });
    expect(sent("list_sessions")).toBe(3);
  });

  test.each(["list_sessions", "list_refunds", "search_intents"])("is unknown without an answer to %s", async (name) => {
    const { gateway, emulator } = await openStripe();
    emulator.spoil(name, "cut_before");

    expect(await gateway.lookup({ reference: newReference() })).toMatchObject({ status: "unknown", code: "unreachable" });
  });

  test("is unknown if a page of the list is missing", async () => {
    const { gateway, emulator, opened } = await openStripe();
    for (let count = 0; count < 101; count += 1) await opened();
    const wanted = { reference: newReference() };

    emulator.spoil("list_sessions", { body: JSON.stringify({ data: [], has_more: true }) });
    expect(await gateway.lookup(wanted)).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("searches for a payment of an earlier day, and finds both where there are two", async () => {
    const { gateway, authorized, account, pass } = await openStripe();
    const reference = newReference();
    const authRef = await authorized(reference);
    pass(3 * day);

    expect(await gateway.lookup({ reference })).toMatchObject({ ref: authRef, state: "authorized" });
    account.addIntent({ metadata: { attempt: reference }, last_payment_error: { type: "card_error", code: "card_declined" } });
    expect(await gateway.lookup({ reference })).toMatchObject({ status: "unknown", code: "ambiguous" });
  });

  test("does not need the search, which may be late, for a payment of the day", async () => {
    const { gateway, authorized, emulator } = await openStripe();
    const reference = newReference();
    await authorized(reference);
    emulator.searchLag = 10;

    expect(await gateway.lookup({ reference })).toMatchObject({ state: "authorized" });
  });
});

describe("a record", () => {
  test("in a state that the shop does not know, or in another currency, proves nothing", async () => {
    const { gateway, authorized, account } = await openStripe();
    const authRef = await authorized();
    const intent = account.intent(authRef);
    const undecided = { status: "unknown", code: "undecided" };

    for (const changed of [
      { status: "processing" },
      { status: "paid_by_magic" },
      { status: "requires_capture", currency: "cad" },
    ]) {
      Object.assign(intent, changed);
      expect(await gateway.lookup({ ref: authRef })).toMatchObject(undecided);
    }
    Object.assign(intent, { currency: "usd", status: "succeeded", amount_received: 0 });
    expect(await gateway.lookup({ ref: authRef })).toMatchObject(undecided);
    Object.assign(intent, { latest_charge: null, amount_received: 4200 });
    expect(await gateway.lookup({ ref: authRef })).toMatchObject(undecided);
  });

  test.each(["requires_payment_method", "canceled"])(
    "of a try that failed is declined, if it is %s without an error too",
    async (status) => {
      const { opened, account, recorded } = await openStripe();
      const { ref, page } = await opened();
      await payOn(page.address, "4000000000000002");
      Object.assign(account.intents[0] ?? {}, { status, last_payment_error: null });

      expect(await recorded({ ref })).toMatchObject({ status: "declined", state: "declined", code: "card_declined" });
    },
  );

  test("of a page that is complete without a payment proves nothing", async () => {
    const { gateway, opened, account } = await openStripe();
    const { ref } = await opened();
    account.session(ref).status = "complete";

    expect(await gateway.lookup({ ref })).toMatchObject({ status: "unknown", code: "undecided" });
  });

  test("has the real amount that is held", async () => {
    const { gateway, authorized, account } = await openStripe();
    const authRef = await authorized();
    account.intent(authRef).amount_capturable = 4000;

    expect(await gateway.lookup({ ref: authRef })).toMatchObject({ state: "authorized", amountCents: 4000 });
  });

  test.each([
    ["pass", "pass", "pass", "Y", "M"],
    ["pass", "fail", "fail", "A", "N"],
    ["fail", "pass", "unavailable", "Z", "U"],
    ["fail", "fail", "unchecked", "N", "P"],
    ["unavailable", "unavailable", null, "U", null],
    [null, null, null, null, null],
  ])("has letters for Stripe's checks of street %s, ZIP %s and code %s", async (line, postalCode, cvc, avs, cvv) => {
    const { authorized, account, recorded } = await openStripe();
    const authRef = await authorized();
    account.chargeOf(account.intent(authRef)).payment_method_details.card.checks = bothChecks(line, postalCode, cvc);

    expect(await recorded({ ref: authRef })).toMatchObject({ avs, cvv });
  });

  test("has a brand that the shop knows, or says that it is unknown", async () => {
    const { authorized, account, recorded } = await openStripe();
    const authRef = await authorized(newReference(), "5555555555554444");
    expect(await recorded({ ref: authRef })).toMatchObject({ brand: "mastercard", last4: "4444" });

    account.chargeOf(account.intent(authRef)).payment_method_details.card.brand = "eftpos_au";
    expect(await recorded({ ref: authRef })).toMatchObject({ brand: "unknown" });
  });
});

describe("a list", () => {
  test("has the shop's payments and their refunds, oldest first, and none of others", async () => {
    const { gateway, authorized, captured, account, pass, noon } = await openStripe();
    const [held, taken] = [newReference(), newReference()];
    const heldRef = await authorized(held);
    pass(1000);
    const takenRef = await captured(taken);
    account.addIntent({ status: "succeeded", amount_received: 900, metadata: { order_id: "7" } });
    pass(1000);
    const refund = newReference();
    await gateway.giveBack({ reference: refund, authRef: takenRef, captureRef: takenRef, amountCents: 500 });
    account.refund(takenRef, 300);
    pass(10 * minute);

    const listing = await gateway.list({ since: noon, until: noon + 5 * minute });

    expect(listing).toMatchObject({
      status: "listed",
      completeUntil: noon + 5 * minute,
      transactions: [
        { kind: "authorize", reference: held, ref: heldRef, state: "authorized", at: noon, brand: "visa", last4: "4242" },
        { kind: "authorize", reference: taken, ref: takenRef, state: "part_refunded", capturedCents: 4200, refundedCents: 800 },
        { kind: "refund", authRef: takenRef, state: "refunded", at: noon + 2000 },
        { kind: "refund", authRef: takenRef, state: "refunded" },
      ],
    });
    const refunds = listing.status === "listed" ? listing.transactions.slice(2) : [];
    expect(new Map(refunds.map(({ amountCents, reference }) => [amountCents, reference]))).toEqual(
      new Map([
        [500, refund],
        [300, null],
      ]),
    );
  });

  test("has all pages, and only what its period has", async () => {
    const { gateway, account, noon, pass } = await openStripe();
    for (let count = 0; count < 203; count += 1) {
      const { id } = account.addIntent({
        metadata: { attempt: newReference() },
        last_payment_error: { type: "card_error", code: "card_declined" },
      });
      account.intent(id).created += count;
    }
    pass(day);

    const listing = await gateway.list({ since: noon + 1500, until: noon + 202_000 });
    expect(listing).toMatchObject({ status: "listed", transactions: { length: 200 }, completeUntil: noon + 202_000 });
  });

  test("is complete up to a minute ago, and to the first payment that may still be made", async () => {
    const { gateway, opened, noon, pass } = await openStripe();
    const until = noon + day;
    pass(10 * minute);
    expect(await gateway.list({ since: noon, until })).toMatchObject({ completeUntil: noon + 9 * minute });

    const { page } = await opened();
    await payOn(page.address, "4000000000000002");
    pass(20 * minute);
    expect(await gateway.list({ since: noon, until })).toMatchObject({ completeUntil: noon + 10 * minute });
    await payOn(page.address, goodCard);
    expect(await gateway.list({ since: noon, until })).toMatchObject({ completeUntil: noon + 29 * minute });
  });

  test("does not wait for a payment whose page has long ended", async () => {
    const { gateway, account, noon, pass } = await openStripe();
    account.addIntent({ metadata: { attempt: newReference() }, status: "processing" });
    pass(3 * 60 * minute);

    expect(await gateway.list({ since: noon, until: noon + minute })).toMatchObject({
      completeUntil: noon + minute,
      transactions: [],
    });
  });

  test.each(["list_intents", "list_refunds"])("is unknown without an answer to %s", async (name) => {
    const { gateway, emulator, noon } = await openStripe();
    emulator.spoil(name, { body: "{" });

    expect(await gateway.list({ since: noon, until: noon + 1 })).toMatchObject({ status: "unknown", code: "bad_answer" });
  });
});
