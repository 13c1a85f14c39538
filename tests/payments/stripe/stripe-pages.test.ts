import { describe, expect, test } from "vitest";
import { cardOf } from "../gateways-live.ts";
import { askingCard } from "./account.ts";
import { chargeOf, goodCard, hosted, minute, newReference, openStripe, payOn } from "./fixture.ts";

describe("a payment page", () => {
  test("is opened for the whole amount, without the goods, the address or a card", async () => {
    const { gateway, emulator, noon } = await openStripe();
    const reference = newReference();

    const result = await gateway.authorize(chargeOf(reference));

    expect(result).toMatchObject({ status: "elsewhere", ref: expect.stringMatching(/^cs_/), amountCents: null });
    expect(result).toMatchObject({
      page: { address: expect.stringContaining(emulator.url), method: "GET", fields: {}, until: hosted.until },
    });
    expect(emulator.calls[0]?.fields).toEqual({
      mode: "payment",
      "allowed_payment_method_types[0]": "card",
      "adaptive_pricing[enabled]": "false",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "4200",
      "line_items[0][price_data][product_data][name]": "Your order",
      client_reference_id: reference,
      customer_email: "ada@example.com",
      "payment_intent_data[capture_method]": "manual",
      "payment_intent_data[metadata][attempt]": reference,
      success_url: hosted.returnUrl,
      cancel_url: hosted.cancelUrl,
      expires_at: String((noon + 31 * minute) / 1000),
    });
    expect(emulator.calls[0]?.headers["idempotency-key"]).toBe(reference);
  });

  test("stays open for the half hour that Stripe wants, even if the shop waits for less", async () => {
    const { gateway, emulator, noon } = await openStripe();

    const soon = { hosted: { ...hosted, until: noon + 5 * minute } };
    expect(await gateway.authorize(chargeOf(newReference(), { means: soon }))).toMatchObject({
      page: { until: noon + 5 * minute },
    });

    expect(emulator.calls[0]?.fields.expires_at).toBe(String((noon + 31 * minute) / 1000));
  });

  test("is one page, however often the call is sent", async () => {
    const { gateway, account } = await openStripe();
    const reference = newReference();

    const first = await gateway.authorize(chargeOf(reference));
    expect(await gateway.authorize(chargeOf(reference))).toEqual(first);
    expect(await gateway.authorize(chargeOf(reference, { amountCents: 4201 }))).toMatchObject({
      status: "error",
      code: "key_conflict",
    });

    expect(account.sessions).toHaveLength(1);
  });

  test("is the only means: cards and tokens are refused unsent", async () => {
    const { gateway, emulator } = await openStripe();

    for (const means of [{ card: cardOf(goodCard) }, { token: "tok_visa" }])
      expect(await gateway.authorize(chargeOf(newReference(), { means }))).toMatchObject({
        status: "error",
        code: "card_form_unsupported",
      });

    expect(emulator.calls).toEqual([]);
    expect(gateway.capabilities).toEqual({ tokens: false, hosted: emulator.url });
  });

  test("of another domain is refused, since the payment page may not lead there", async () => {
    const { gateway, account } = await openStripe();
    const { openSession } = account;
    account.openSession = (fields) => openSession.call(account, { ...fields, pages: "https://pay.shop.example" });

    expect(await gateway.authorize(chargeOf(newReference()))).toMatchObject({ status: "error", code: "page_of_another_domain" });
  });

  test("for too small an amount is refused, and nothing of the refusal is quoted", async () => {
    const { gateway } = await openStripe();

    const refused = await gateway.authorize(chargeOf(newReference(), { amountCents: 49 }));
    expect(refused).toMatchObject({ status: "error", code: "amount_out_of_bounds" });
    expect(JSON.stringify(refused)).not.toContain(goodCard);
  });
});

describe("a payment on the page", () => {
  test("is not found until it is paid, then authorized under the name of its PaymentIntent", async () => {
    const { gateway, opened, noon } = await openStripe();
    const reference = newReference();
    const { ref, page } = await opened(reference);
    expect(await gateway.lookup({ reference, ref })).toEqual({ status: "not_found" });
    expect(await fetch(page.address).then((answer) => answer.text())).toContain("$42.00");

    expect(await payOn(page.address)).toBe(hosted.returnUrl);

    const found = await gateway.lookup({ reference, ref });
    expect(found).toEqual({
      status: "approved",
      state: "authorized",
      kind: "authorize",
      code: "approved",
      reference,
      ref: expect.stringMatching(/^pi_/),
      authRef: "ref" in found ? found.ref : "",
      captureRef: null,
      amountCents: 4200,
      capturedCents: 0,
      refundedCents: 0,
      avs: "Z",
      cvv: "M",
      brand: "visa",
      last4: "4242",
      retryable: false,
      at: noon,
    });
    expect(await payOn(page.address)).toBe(410);
  });

  test.each([
    ["4000000000000002", "card_declined"],
    ["4000000000009995", "insufficient_funds"],
    ["4000000000009979", "stolen_card"],
    ["4000000000000069", "expired_card"],
    ["4000000000000127", "incorrect_cvc"],
    ["4000000000000119", "retry_later"],
  ])("by card %s is declined: %s, until another try succeeds", async (card, code) => {
    const { gateway, opened } = await openStripe();
    const reference = newReference();
    const { ref, page } = await opened(reference);

    expect(await payOn(page.address, card)).toBe(402);
    expect(await gateway.lookup({ reference, ref })).toMatchObject({
      status: "declined",
      state: "declined",
      code,
      capturedCents: 0,
    });

    await payOn(page.address);
    expect(await gateway.lookup({ reference, ref })).toMatchObject({ status: "approved", state: "authorized", code: "approved" });
  });

  test("is not found while the bank asks the shopper, and declined if that fails", async () => {
    const { gateway, opened } = await openStripe();
    const reference = newReference();
    const { ref, page } = await opened(reference);
    const answer = (seen: string) =>
      fetch(page.address, { method: "POST", body: new URLSearchParams({ seen }), redirect: "manual" });

    await payOn(page.address, askingCard);
    expect(await gateway.lookup({ reference, ref })).toEqual({ status: "not_found" });
    await answer("no");
    expect(await gateway.lookup({ reference, ref })).toMatchObject({ status: "declined", code: "authentication_required" });
    await payOn(page.address, askingCard);
    await answer("yes");
    expect(await gateway.lookup({ reference, ref })).toMatchObject({ state: "authorized" });
  });

  test("is not found if the page's time ends unpaid, and declined if the last try was", async () => {
    const { gateway, opened, pass } = await openStripe();
    const [unpaid, declined] = [newReference(), newReference()];
    const first = await opened(unpaid);
    const second = await opened(declined);
    await payOn(second.page.address, "4000000000000002");

    pass(32 * minute);

    expect(await payOn(first.page.address)).toBe(410);
    expect(await gateway.lookup({ reference: unpaid, ref: first.ref })).toEqual({ status: "not_found" });
    expect(await gateway.lookup({ reference: declined, ref: second.ref })).toMatchObject({ status: "declined" });
  });
});

describe("closing a page", () => {
  test("lets nobody pay on it any more; again, or after its time, it is closed too", async () => {
    const { gateway, opened, pass } = await openStripe();
    const reference = newReference();
    const { ref, page } = await opened(reference);

    expect(await gateway.closePage?.({ reference, ref })).toEqual({ status: "closed" });
    expect(await payOn(page.address)).toBe(410);
    expect(await gateway.closePage?.({ reference, ref })).toEqual({ status: "closed" });
    const other = newReference();
    const { ref: later } = await opened(other);
    pass(32 * minute);
    expect(await gateway.closePage?.({ reference: other, ref: later })).toEqual({ status: "closed" });
  });

  test("is refused once it is paid", async () => {
    const { gateway, opened } = await openStripe();
    const reference = newReference();
    const { ref, page } = await opened(reference);
    await payOn(page.address);

    expect(await gateway.closePage?.({ reference, ref })).toMatchObject({ status: "error" });
    expect(await gateway.lookup({ reference, ref })).toMatchObject({ state: "authorized" });
  });

  test("finds the page whose answer was lost, and closes what was never opened", async () => {
    const { gateway, emulator, account } = await openStripe();
    const reference = newReference();
    emulator.spoil("create_session", "cut_after");
    expect(await gateway.authorize(chargeOf(reference))).toMatchObject({ status: "unknown" });

    expect(await gateway.closePage?.({ reference, ref: null })).toEqual({ status: "closed" });
    expect(account.sessions).toMatchObject([{ status: "expired" }]);
    expect(await gateway.closePage?.({ reference: newReference(), ref: null })).toEqual({ status: "closed" });
    // A page of another account, such as of the test key that was used before.
    expect(await gateway.closePage?.({ reference: newReference(), ref: "cs_gone" })).toEqual({ status: "closed" });
  });

  test.each(["cut_before", "cut_after", "server_error", "redirect", { body: "<html>" }] as const)(
    "is unknown after %o",
    async (mishap) => {
      const { gateway, emulator, opened } = await openStripe();
      const reference = newReference();
      const { ref } = await opened(reference);
      emulator.spoil("expire_session", mishap);

      expect(await gateway.closePage?.({ reference, ref })).toMatchObject({ status: "unknown" });
    },
  );
});
