import { describe, expect, test } from "vitest";
import { openNmiGateway } from "../../../server/payments/gateways/nmi/nmi-gateway.ts";
import { chargeOf } from "./fixture.ts";

const secret = "a-security-key";

/** What the adapter makes of an answer to an authorization. */
const verdictOn = (body: string, status = 200) =>
  openNmiGateway({ secret, fetch: async () => new Response(body, { status }) }).authorize(chargeOf("SHOPVERDICT"));

/** An answer in the order of NMI's fields. */
const answerOf = ({ response = "", responsetext = "", response_code = "", ...others }: Record<string, string>): string => {
  const fields = { authcode: "", transactionid: "77", avsresponse: "", cvvresponse: "", type: "auth", ...others };
  return String(new URLSearchParams({ response, responsetext, ...fields, response_code }));
};

const codes = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, step) => String(first + step));
const declines = [...codes(200, 204), ...codes(220, 225), "240", ...codes(250, 253), ...codes(260, 264)];

describe("an answer of NMI", () => {
  test("1 with 100 is approved", async () => {
    const result = await verdictOn(answerOf({ response: "1", response_code: "100", responsetext: "SUCCESS" }));

    expect(result).toMatchObject({ status: "approved", ref: "77", code: "approved", amountCents: 4200 });
  });

  test.each(declines)("2 with %s is declined", async (response_code) => {
    const result = await verdictOn(answerOf({ response: "2", response_code, responsetext: "DECLINE" }));

    expect(result).toMatchObject({ status: "declined", ref: "77", amountCents: 4200 });
    expect(result.code).toMatch(/^[a-z_]+$/);
  });

  test.each([
    ["301", "Rate limit exceeded", "rate_limited"],
    ["410", "Invalid merchant configuration", "merchant_set_up_wrong"],
    ["411", "Merchant account is inactive", "merchant_inactive"],
    ["440", "Transaction format error", "invalid_format"],
    ["441", "Invalid transaction information", "invalid_details"],
    ["460", "Requested feature not available", "feature_unavailable"],
    ["461", "Unsupported card type", "unsupported_card"],
    ["300", "Authentication Failed", "unauthorized"],
    ["300", "Specified API key not found REFID:3187654321", "unauthorized"],
    ["300", "Invalid Transaction ID specified REFID:3161856100", "no_such_transaction"],
    ["300", "Something new REFID:3161856100", "rejected_by_gateway"],
  ])("3 with %s, “%s”, is refused", async (response_code, responsetext, code) => {
    const result = await verdictOn(answerOf({ response: "3", response_code, responsetext, transactionid: "" }));

    expect(result).toMatchObject({ status: "error", code, ref: null });
  });

  test.each([
    ["Invalid Credit Card Number REFID:3162207528", "incorrect_number"],
    ["Invalid Expiration Date REFID:3162207528", "invalid_expiry"],
    ["CVV must be 3 or 4 digits REFID:3162207528", "incorrect_cvc"],
  ])("3 with 300, “%s”, is the card's fault", async (responsetext, code) => {
    const result = await verdictOn(answerOf({ response: "3", response_code: "300", responsetext, transactionid: "" }));

    expect(result).toMatchObject({ status: "declined", code });
  });

  test.each([
    ["300", "Duplicate transaction REFID:3187654321", "duplicate"],
    ["430", "Duplicate transaction at processor", "duplicate"],
    ["400", "Transaction error returned by processor", "processor_error"],
    ["420", "Communication error", "processor_unreachable"],
    ["421", "Communication error with issuer", "issuer_unreachable"],
  ])("3 with %s, “%s”, is unknown", async (response_code, responsetext, code) => {
    const result = await verdictOn(answerOf({ response: "3", response_code, responsetext }));

    expect(result).toMatchObject({ status: "unknown", code });
  });

  const approval = { response: "1", response_code: "100", responsetext: "SUCCESS" };
  test.each([
    ["a code that nobody named", answerOf({ ...approval, response_code: "101" })],
    ["a decline with the code of an approval", answerOf({ ...approval, response: "2" })],
    ["an approval with the code of a decline", answerOf({ ...approval, response_code: "200" })],
    ["a decline by a code of the gateway", answerOf({ ...approval, response: "2", response_code: "300" })],
    ["no `response`", "responsetext=SUCCESS&transactionid=77&response_code=100"],
    ["no `response_code`", "response=1&responsetext=SUCCESS&transactionid=77"],
    ["another `response`", answerOf({ ...approval, response: "4" })],
    ["a field twice", `${answerOf(approval)}&response=1`],
    ["an approval without a transaction", answerOf({ ...approval, transactionid: "" })],
    ["an approval of transaction 0", answerOf({ ...approval, transactionid: "0" })],
    ["an amount that is none", answerOf({ ...approval, amount_authorized: "a lot" })],
    ["the answer to another order", answerOf({ ...approval, orderid: "SHOPOTHER" })],
    ["the answer to another kind of call", answerOf({ ...approval, type: "refund" })],
    ["nothing", ""],
    ["a byte order mark alone", "\uFEFF"],
    ["a page", "<html><body>response=1&response_code=100</body></html>"],
    ["JSON", '{"response":"1","response_code":"100","transactionid":"77"}'],
  ])("with %s is unknown", async (_what, body) => {
    expect(await verdictOn(body)).toMatchObject({ status: "unknown", code: "bad_answer", ref: null });
  });

  test("that was cut off anywhere is unknown", async () => {
    const whole = answerOf(approval);
    for (let length = 0; length < whole.length; length += 1)
      expect(await verdictOn(whole.slice(0, length))).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("after a byte order mark is the same answer", async () => {
    expect(await verdictOn(`\uFEFF${answerOf(approval)}`)).toMatchObject({ status: "approved" });
  });

  test.each([201, 301, 403, 404, 429])("with the status %i is unknown", async (status) => {
    expect(await verdictOn(answerOf(approval), status)).toMatchObject({ status: "unknown", code: "bad_answer" });
  });
});
