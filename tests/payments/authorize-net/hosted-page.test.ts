import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { openAuthorizeNetGateway } from "../../../server/payments/gateways/authorize-net/authorize-net-gateway.ts";
import { billing } from "../gateways-live.ts";
import { cards, charge, connect, hosted, openTo } from "./fixture.ts";

const start = Date.UTC(2027, 0, 15, 20);
const ask = (changed = {}) => charge("PAGE", cards.good, { ...hosted, ...changed });

describe("a payment on the gateway's page", () => {
  test("begins with a page that a token opens for 15 minutes, and holds nothing yet", async () => {
    const { gateway, emulator } = await connect({ now: () => start });

    const result = await gateway.authorize(ask());

    const { origin } = new URL(emulator.url);
    expect(result).toEqual({
      status: "elsewhere",
      ref: null,
      amountCents: null,
      code: "elsewhere",
      avs: null,
      cvv: null,
      brand: null,
      last4: null,
      retryable: false,
      page: {
        address: `${origin}/payment/payment`,
        method: "POST",
        fields: { token: expect.stringMatching(/^\S{100,}$/) },
        until: start + 15 * 60_000,
      },
    });
    expect(gateway.capabilities).toEqual({ tokens: false, hosted: origin });
    expect(emulator.ledger.entries).toEqual([]);
  });

  test("asks for the amount by the reference, without a card, and for a page with the card's fields alone", async () => {
    const { gateway, emulator } = await connect();

    await gateway.authorize(ask({ shipping: { ...billing, city: "Salem" }, phone: "503 555 0100", ip: "192.0.2.7" }));

    const { merchantAuthentication: _, ...body } = emulator.requests[0]?.body ?? {};
    const { setting } = body.hostedPaymentSettings as { setting: { settingName: string; settingValue: string }[] };
    const address = { firstName: "Ada", lastName: "Shopper", address: "1 Fern Lane", city: "Portland", state: "OR" };
    expect(emulator.requests.map(({ call }) => call)).toEqual(["getHostedPaymentPageRequest"]);
    expect({ ...body, hostedPaymentSettings: null }).toEqual({
      refId: "PAGE",
      transactionRequest: {
        transactionType: "authOnlyTransaction",
        amount: "42.00",
        currencyCode: "USD",
        order: { invoiceNumber: "PAGE" },
        customer: { email: "ada@example.com" },
        billTo: { ...address, zip: "97201", country: "US", phoneNumber: "503 555 0100" },
        shipTo: { ...address, city: "Salem", zip: "97201", country: "US" },
        customerIP: "192.0.2.7",
        transactionSettings: {
          setting: [
            { settingName: "allowPartialAuth", settingValue: "false" },
            { settingName: "emailCustomer", settingValue: "false" },
          ],
        },
      },
      hostedPaymentSettings: null,
    });
    expect(setting.map(({ settingName, settingValue }) => [settingName, JSON.parse(settingValue)])).toEqual([
      [
        "hostedPaymentReturnOptions",
        {
          showReceipt: false,
          url: hosted.means.hosted.returnUrl,
          urlText: "Continue",
          cancelUrl: hosted.means.hosted.cancelUrl,
          cancelUrlText: "Cancel",
        },
      ],
      ["hostedPaymentButtonOptions", { text: "Pay" }],
      ["hostedPaymentOrderOptions", { show: false }],
      ["hostedPaymentPaymentOptions", { cardCodeRequired: true, showBankAccount: false }],
      ["hostedPaymentBillingAddressOptions", { show: false }],
      ["hostedPaymentShippingAddressOptions", { show: false }],
      ["hostedPaymentCustomerOptions", { showEmail: false, requiredEmail: false }],
    ]);
  });

  test.each([
    [undefined, "https://accept.authorize.net"],
    ["https://api2.authorize.net/xml/v1/request.api", "https://accept.authorize.net"],
    ["https://apitest.authorize.net/xml/v1/request.api", "https://test.authorize.net"],
    ["https://gateway.reseller.example:8443/xml/v1/request.api", "https://gateway.reseller.example:8443"],
  ])("with the API at %s is at %s", async (url, origin) => {
    const fetch = async () => Response.json({ token: "t", messages: { resultCode: "Ok", message: [{ code: "I00001" }] } });
    const gateway = openAuthorizeNetGateway({ url, login: "login", secret: "key", fetch });

    expect(gateway.capabilities.hosted).toBe(origin);
    expect(await gateway.authorize(ask())).toMatchObject({ page: { address: `${origin}/payment/payment` } });
  });
});

const messages = (resultCode: string, code: string) => ({ messages: { resultCode, message: [{ code, text: "" }] } });

describe("a page that the gateway does not give", () => {
  test.each([
    ["error", "invalid_request", messages("Error", "E00003")],
    ["error", "unauthorized", messages("Error", "E00005")],
    ["error", "unauthorized", messages("Error", "E00007")],
    ["error", "not_permitted", messages("Error", "E00011")],
    ["error", "invalid_request", messages("Error", "E00013")],
    ["unknown", "bad_answer", messages("Error", "E00001")],
    ["unknown", "bad_answer", messages("Error", "E00053")],
    ["unknown", "bad_answer", messages("Error", "E00104")],
    ["unknown", "bad_answer", messages("Error", "E99999")],
    ["unknown", "bad_answer", messages("Ok", "I00001")],
    ["unknown", "bad_answer", { ...messages("Ok", "I00001"), token: "" }],
    ["unknown", "bad_answer", { ...messages("Ok", "I00001"), token: 7 }],
    ["unknown", "bad_answer", { ...messages("Error", "E00001"), token: "t" }],
    ["unknown", "bad_answer", { ...messages("Ok", "I00001"), token: "t", refId: "ANOTHER" }],
    ["unknown", "bad_answer", { token: "t" }],
  ])("%s: %s", async (status, code, answer) => {
    const { gateway, emulator } = await connect();
    emulator.fail("getHostedPaymentPageRequest", { answer });

    expect(await gateway.authorize(ask())).toMatchObject({ status, code, ref: null, amountCents: null, retryable: false });
  });

  test.each([
    ["cut_before", "unreachable"],
    ["cut_after", "unreachable"],
    ["error_after", "server_error"],
    ["empty", "bad_answer"],
    ["truncated", "bad_answer"],
    ["html", "bad_answer"],
  ] as const)("%s is unknown: %s, and nothing is found", async (fault, code) => {
    const { gateway, emulator } = await connect();
    emulator.fail("getHostedPaymentPageRequest", fault);

    expect(await gateway.authorize(ask())).toMatchObject({ status: "unknown", code });
    expect(await gateway.lookup({ reference: "PAGE" })).toEqual({ status: "not_found" });
  });

  test("with the wrong transaction key is refused", async () => {
    const { emulator } = await connect();

    const result = await openTo(emulator, { secret: "transaction-key2" }).authorize(ask());

    expect(result).toMatchObject({ status: "error", code: "unauthorized" });
  });

  test("never names its token, nor the transaction key", async () => {
    const { emulator, gateway } = await connect();
    const token = "tokenCanary".repeat(20);
    const outcomes: unknown[] = [];
    const ok = messages("Ok", "I00001");
    for (const answer of [{ token }, { ...messages("Error", "E00003"), token }, { ...ok, token, refId: "ANOTHER" }]) {
      emulator.fail("getHostedPaymentPageRequest", { answer });
      outcomes.push(await gateway.authorize(ask()));
    }
    for (const response of [
      () => new Response(`{"token":"${token}"`),
      () => Response.json({ ...ok, token }, { status: 500 }),
      (body: string) => new Response(body),
      (body: string) => {
        throw new Error(body + token);
      },
    ]) {
      const spoiled = openTo(emulator, { fetch: async (_url, init) => response(String(init?.body)) });
      outcomes.push(await spoiled.authorize(ask()).catch((error) => error));
    }

    const text = outcomes.map((outcome) => `${inspect(outcome, { depth: 20, showHidden: true })}${JSON.stringify(outcome)}`);
    expect(outcomes).toHaveLength(7);
    expect(text.join("\n")).not.toContain("tokenCanary");
    expect(text.join("\n")).not.toContain(emulator.secret);
  });
});
