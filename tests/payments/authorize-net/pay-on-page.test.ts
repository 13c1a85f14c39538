import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { heldCard, heldWithMoneyCard } from "./emulator-cards.ts";
import { webhookOf } from "./emulator-webhooks.ts";
import { cards, connect, hosted, openTo, pageFor } from "./fixture.ts";
import { openPage, payOnPage, payWith } from "./pay-on-page.ts";

const start = Date.UTC(2027, 0, 15, 20);
const minute = 60_000;
const day = 24 * 60 * minute;
const { returnUrl, cancelUrl } = hosted.means.hosted;

/** A page of the gateway, on a clock that the test moves. */
async function connectWithPage() {
  const clock = { now: start };
  const connected = await connect({ now: () => clock.now });
  const page = await pageFor(connected, "PAGE");
  const { emulator, gateway } = connected;
  /** pays in one more tab, a minute later, whatever was paid before */
  const pay = async (card: string) => {
    emulator.switches.paysAgain = true;
    clock.now += minute;
    const answer = await payWith(opened, card);
    return { answer, entry: emulator.ledger.entries.at(-1) };
  };
  const opened = await openPage(page);
  const lookup = () => gateway.lookup({ reference: "PAGE" });
  const change = (transId: string | undefined, status: string) => emulator.changeStatus(transId ?? "", status);
  return { clock, page, opened, emulator, gateway, pay, lookup, change };
}

describe("a payment on the page", () => {
  test("is not found before, and is found by the reference after", async () => {
    const { page, gateway, lookup, emulator } = await connectWithPage();
    expect(await lookup()).toEqual({ status: "not_found" });

    const answer = await payOnPage(page, cards.masterCard);

    const ref = emulator.ledger.entries[0]?.transId ?? "";
    expect(answer).toMatchObject({ status: 303, location: returnUrl });
    expect(await lookup()).toEqual({
      reference: "PAGE",
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
      brand: "mastercard",
      last4: "0015",
      disputed: false,
      at: start,
      retryable: false,
    });
    expect(await gateway.capture({ reference: "PAGEC", authRef: ref, amountCents: 4200 })).toMatchObject({ status: "approved" });
  });

  test.each([heldCard, heldWithMoneyCard])("that the gateway reviews is held: %s", async (card) => {
    const { page, lookup } = await connectWithPage();

    expect(await payOnPage(page, card)).toMatchObject({ status: 303, location: returnUrl });

    expect(await lookup()).toMatchObject({ state: "held", code: "held_for_review" });
  });

  test("is found though the answer to the browser was lost", async () => {
    const { page, lookup, emulator } = await connectWithPage();
    emulator.fail("page", "cut_after");

    await expect(payOnPage(page, cards.good)).rejects.toThrow();

    expect(await lookup()).toMatchObject({ state: "authorized" });
  });

  test("is found by its invoice number, whether or not the gateway keeps the name of the page's request", async () => {
    const { pay, lookup } = await connectWithPage();
    const { entry } = await pay(cards.good);
    Object.assign(entry ?? {}, { refId: null });

    expect(await lookup()).toMatchObject({ reference: "PAGE", ref: entry?.transId });
  });

  test("that was declined is found as declined, and is paid with another card", async () => {
    const { pay, lookup } = await connectWithPage();

    expect((await pay(cards.declined)).answer).toMatchObject({ status: 200, text: expect.stringContaining("declined") });
    expect(await lookup()).toMatchObject({ status: "declined", state: "declined" });
    expect((await pay(cards.good)).answer.status).toBe(303);
    expect(await lookup()).toMatchObject({ status: "approved", last4: "1111" });
  });

  test("counts before declines that came before and after it", async () => {
    const { pay, lookup } = await connectWithPage();
    await pay(cards.declined);
    const { entry } = await pay(cards.good);
    await pay(cards.wrongCode);

    expect(await lookup()).toMatchObject({ status: "approved", ref: entry?.transId });
  });

  test("that is reviewed counts before a later decline", async () => {
    const { pay, lookup } = await connectWithPage();
    const { entry } = await pay(heldWithMoneyCard);
    await pay(cards.declined);

    expect(await lookup()).toMatchObject({ state: "held", ref: entry?.transId });
  });

  test("made twice is the older one, and the list names both by the reference", async () => {
    const { clock, gateway, pay, lookup } = await connectWithPage();
    const [first, second] = [await pay(cards.good), await pay(cards.masterCard)];
    clock.now += 60 * minute;

    expect(await lookup()).toMatchObject({ ref: first.entry?.transId });
    expect(await gateway.list({ since: start, until: clock.now })).toMatchObject({
      status: "listed",
      transactions: [first, second].map(({ entry }) => ({ reference: "PAGE", ref: entry?.transId, state: "authorized" })),
    });
  });

  test("made twice is the older one, though the younger one was settled in an earlier batch", async () => {
    const { emulator, pay, lookup } = await connectWithPage();
    const [first, second] = [await pay(cards.good), await pay(cards.masterCard)];
    for (const { entry } of [second, first]) {
      emulator.captureAtDashboard(entry?.transId ?? "");
      emulator.settle();
    }

    expect(await lookup()).toMatchObject({ state: "captured", ref: first.entry?.transId });
  });

  test.each(["voided", "expired", "communicationError", "somethingNew"])(
    "counts before an earlier one that is %s",
    async (status) => {
      const { pay, lookup, change } = await connectWithPage();
      const [first, second] = [await pay(cards.good), await pay(cards.masterCard)];
      change(first.entry?.transId, status);

      expect(await lookup()).toMatchObject({ state: "authorized", ref: second.entry?.transId });
    },
  );

  test("is unknown beside a decline, as long as the gateway does not say what became of another try", async () => {
    const { pay, lookup, change } = await connectWithPage();
    await pay(cards.declined);
    change((await pay(cards.good)).entry?.transId, "somethingNew");

    expect(await lookup()).toMatchObject({ status: "unknown", code: "undecided" });
  });

  test("is declined once the gateway has ended a try by a failure", async () => {
    const { pay, lookup, change } = await connectWithPage();
    change((await pay(cards.good)).entry?.transId, "communicationError");

    expect(await lookup()).toMatchObject({ status: "declined" });
  });

  test("that was settled is found behind a decline that is not", async () => {
    const { emulator, pay, lookup } = await connectWithPage();
    const { entry } = await pay(cards.good);
    emulator.captureAtDashboard(entry?.transId ?? "");
    emulator.settle();
    await pay(cards.declined);

    expect(await lookup()).toMatchObject({ state: "captured", ref: entry?.transId });
  });

  test("of four weeks ago is found in its batch", async () => {
    const { clock, emulator, pay, lookup } = await connectWithPage();
    const { entry } = await pay(cards.good);
    emulator.captureAtDashboard(entry?.transId ?? "");
    emulator.settle();
    clock.now += 28 * day;

    expect(await lookup()).toMatchObject({ state: "captured", ref: entry?.transId });
  });

  test("is unknown while the settled payments are not listed, and no other one was made", async () => {
    const { emulator, pay, lookup } = await connectWithPage();
    await pay(cards.declined);
    emulator.fail("getSettledBatchListRequest", "cut_before");

    expect(await lookup()).toMatchObject({ status: "unknown" });
  });
});

describe("the emulator's page", () => {
  test("shows the amount, the card's fields, a button, and the way back without paying", async () => {
    const { opened } = await connectWithPage();

    expect(opened).toMatchObject({ status: 200, form: { action: expect.stringContaining("/payment/pay") } });
    for (const part of ["$42.00", "Card number", "Expiration date", "Card code", "<button>Pay</button>"])
      expect(opened.text).toContain(part);
    expect(opened.text).toContain(`<a href="${cancelUrl.replace("&", "&amp;")}">Cancel</a>`);
    expect(opened.text).not.toContain("<script");
  });

  test("asks again for fields that are empty", async () => {
    const { opened, emulator } = await connectWithPage();

    expect(await payWith(opened, cards.good, "")).toMatchObject({ status: 200, text: expect.stringContaining("all fields") });
    expect(emulator.ledger.entries).toEqual([]);
  });

  test("opens with a token of the last 15 minutes, which nothing was paid by", async () => {
    const { clock, page, emulator } = await connectWithPage();
    const ended = { status: 400, form: undefined };
    clock.now += 15 * minute - 1;
    expect((await openPage(page)).status).toBe(200);

    clock.now += 1;
    expect(await openPage(page)).toMatchObject(ended);
    expect(await openPage({ ...page, fields: { token: "another" } })).toMatchObject(ended);
    expect(emulator.ledger.entries).toEqual([]);
  });

  test("takes a payment after its token has ended, but not two", async () => {
    const { clock, opened, page, emulator } = await connectWithPage();
    clock.now += 20 * minute;

    expect((await payWith(opened, cards.good)).status).toBe(303);
    expect((await payWith(opened, cards.masterCard)).status).toBe(400);
    expect((await openPage(page)).status).toBe(400);
    expect(emulator.ledger.entries).toHaveLength(1);
  });

  test("is not given for a request with a card or an unknown setting", async () => {
    const { emulator } = await connectWithPage();
    const body = emulator.requests[0]?.body ?? {};
    const { transactionType, amount } = body.transactionRequest as Record<string, unknown>;
    const payment = { creditCard: { cardNumber: cards.good, expirationDate: "2039-12" } };
    const setting = [{ settingName: "hostedPaymentReceiptOptions", settingValue: "{}" }];
    for (const changed of [
      { transactionRequest: { transactionType, amount, payment } },
      { hostedPaymentSettings: { setting } },
      { hostedPaymentSettings: { setting: [{ settingName: "hostedPaymentReturnOptions", settingValue: "no JSON" }] } },
    ]) {
      const request = { method: "POST", headers: { "content-type": "application/json" } };
      const getHostedPaymentPageRequest = { ...body, ...changed };
      const answer = await fetch(emulator.url, { ...request, body: JSON.stringify({ getHostedPaymentPageRequest }) });
      expect(await answer.text()).toContain("E00013");
    }
  });

  test("is notified about by webhooks that the adapter reads, unless another key signed them", async () => {
    const { emulator, pay } = await connectWithPage();
    const { entry } = await pay(cards.good);
    const gateway = openTo(emulator, { webhookSecret: emulator.signatureKey });
    if (!entry) throw new Error("nothing was paid");
    const read = ({ body, signature }: ReturnType<typeof webhookOf>) =>
      gateway.webhook?.(Buffer.from(body), (name) => (name === "x-anet-signature" ? signature : undefined));

    const webhook = webhookOf(entry, { key: emulator.signatureKey, notificationId: "n-1" });

    expect(webhook.body).toContain(`"authAmount":42.00`);
    expect(read(webhook)).toEqual({ eventId: "n-1", ref: entry.transId, reference: "PAGE" });
    expect(read({ ...webhook, body: JSON.stringify(JSON.parse(webhook.body)) })).toBeUndefined();
    expect(read(webhookOf(entry, { key: "B".repeat(128) }))).toBeUndefined();
    Object.assign(entry, { refId: null });
    expect(read(webhookOf(entry, { key: emulator.signatureKey }))).toMatchObject({ ref: entry.transId, reference: null });
  });

  test("is notified about at the shop's address, twice by the same words if the event is the same", async () => {
    const { emulator, pay } = await connectWithPage();
    const { entry } = await pay(cards.good);
    const received: unknown[] = [];
    const shop = createServer(async (req, res) => {
      const body = Buffer.concat(await req.toArray()).toString("utf8");
      received.push([req.method, req.url, req.headers["x-anet-signature"], body]);
      res.end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void shop.close());
    await once(shop, "listening");
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;

    for (const notificationId of ["n-1", "n-1", "n-2"]) await emulator.notify(url, entry?.transId ?? "", { notificationId });

    const signature = expect.stringMatching(/^sha512=[0-9A-F]{128}$/);
    expect(received[0]).toEqual(["POST", "/hooks/payments/authorize-net", signature, expect.stringContaining('"n-1"')]);
    expect(received[1]).toEqual(received[0]);
    expect(received[2]).not.toEqual(received[0]);
  });
});
