import { describe, expect, test } from "vitest";
import { authorized, charge, connect } from "./fixture.ts";

const ok = { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] };
const failed = (code: string) => ({ resultCode: "Error", message: [{ code, text: "" }] });

/** An answer with a response code, and its reason where that code has it. */
function answer(responseCode: number, reason?: number, changed: object = {}) {
  const isError = responseCode === 2 || responseCode === 3;
  return {
    transactionResponse: {
      responseCode: String(responseCode),
      transId: responseCode === 3 ? "0" : "40000000077",
      testRequest: "0",
      avsResultCode: "",
      cvvResultCode: "",
      ...(reason !== undefined && isError && { errors: [{ errorCode: String(reason), errorText: "" }] }),
      ...(reason !== undefined && !isError && { messages: [{ code: String(reason), description: "" }] }),
      ...changed,
    },
    messages: responseCode === 3 ? failed("E00027") : ok,
  };
}

const root = (code: string) => ({ messages: failed(code) });

describe("an authorization's verdict", () => {
  test.each([
    ["approved", "approved", answer(1, 1)],
    ["declined", "declined", answer(2, 2)],
    ["declined", "call_the_bank", answer(2, 3)],
    ["declined", "pick_up_card", answer(2, 4)],
    ["declined", "avs_mismatch", answer(2, 27)],
    ["declined", "incorrect_cvc", answer(2, 44)],
    ["declined", "avs_or_cvc_mismatch", answer(2, 45)],
    ["declined", "incorrect_cvc", answer(2, 65)],
    ["declined", "declined", answer(2, 999)],
    ["declined", "declined", answer(2)],
    ["declined", "incorrect_number", answer(3, 6)],
    ["declined", "invalid_expiry", answer(3, 7)],
    ["declined", "expired_card", answer(3, 8)],
    ["declined", "card_not_accepted", answer(3, 17)],
    ["declined", "card_not_accepted", answer(3, 28)],
    ["declined", "incorrect_number", answer(3, 37)],
    ["declined", "incorrect_cvc", answer(3, 78)],
    ["error", "invalid_amount", answer(3, 5)],
    ["error", "unauthorized", answer(3, 13)],
    ["error", "invalid_request", answer(3, 33)],
    ["error", "not_refundable", answer(3, 54)],
    ["error", "unsupported", answer(3, 155)],
    ["unknown", "duplicate", answer(3, 11, { transId: "40000000001", authCode: "HH5414" })],
    ["unknown", "processing_error", answer(3, 16)],
    ["unknown", "processing_error", answer(3, 19)],
    ["unknown", "processing_error", answer(3, 25)],
    ["unknown", "processing_error", answer(3, 55)],
    ["unknown", "processing_error", answer(3, 289)],
    ["unknown", "processing_error", answer(3)],
    ["held", "held_for_review", answer(4, 193)],
    ["held", "held_for_review", answer(4, 252)],
    ["error", "invalid_request", root("E00003")],
    ["error", "unauthorized", root("E00005")],
    ["error", "unauthorized", root("E00007")],
    ["error", "not_permitted", root("E00011")],
    ["error", "invalid_request", root("E00013")],
    ["unknown", "bad_answer", root("E00001")],
    ["unknown", "bad_answer", root("E00027")],
    ["unknown", "bad_answer", root("E00053")],
    ["unknown", "bad_answer", root("E00104")],
    ["unknown", "bad_answer", { messages: ok }],
    ["unknown", "bad_answer", { messages: { ...failed("E00007"), resultCode: "Ok" } }],
    ["unknown", "bad_answer", answer(5)],
    ["unknown", "test_mode", answer(1, 1, { testRequest: "1" })],
    ["unknown", "test_mode", answer(1, 1, { transId: "0" })],
    ["unknown", "test_mode", answer(1, 1, { transId: 0 })],
    ["unknown", "test_mode", answer(4, 193, { transId: "0" })],
    ["unknown", "bad_answer", { ...answer(1, 1), messages: failed("E00027") }],
    ["unknown", "bad_answer", answer(1, 1, { errors: [{ errorCode: "2" }] })],
    ["unknown", "bad_answer", answer(1, 310)],
    ["unknown", "bad_answer", answer(1, 311, { transId: "0" })],
    ["approved", "amount_mismatch", answer(1, 1, { prePaidCard: { approvedAmount: "20.10" } })],
    ["approved", "amount_mismatch", answer(4, 295, { prePaidCard: { approvedAmount: "20.10" } })],
    ["unknown", "amount_mismatch", answer(1, 1, { splitTenderId: "115901" })],
    ["unknown", "amount_mismatch", answer(4, 295)],
    ["unknown", "bad_answer", {}],
    ["unknown", "bad_answer", { transactionResponse: { responseCode: "1" }, messages: ok }],
    ["unknown", "bad_answer", { transactionResponse: {}, messages: failed("E00007") }],
  ])("%s: %s", async (status, code, response) => {
    const { gateway, emulator } = await connect();
    emulator.fail("authOnlyTransaction", { answer: response });

    const result = await gateway.authorize(charge("VERDICT"));

    expect(result).toMatchObject({ status, code, retryable: false });
    if (status === "approved") expect(result.amountCents).toBe(code === "approved" ? 4200 : 2010);
  });
});

describe("the verdict on a payment that was captured or voided before is a refusal, whatever its code and number", () => {
  test.each([
    ["already_voided", answer(1, 310, { transId: "0" })],
    ["already_voided", answer(1, 310)],
    ["already_captured", answer(1, 311, { transId: "0" })],
    ["already_captured", answer(3, undefined, { messages: [{ code: "311" }] })],
  ])("%s", async (code, response) => {
    const connected = await connect();
    const authRef = await authorized(connected, "DONE");
    connected.emulator.fail("priorAuthCaptureTransaction", { answer: response });
    connected.emulator.fail("voidTransaction", { answer: response });

    expect(await connected.gateway.capture({ reference: "DONEC", authRef, amountCents: 4200 })).toMatchObject({
      status: "error",
      code,
    });
    expect(await connected.gateway.giveBack({ reference: "DONEV", authRef, captureRef: null, amountCents: 4200 })).toMatchObject({
      status: "error",
      code,
    });
  });
});

test("a capture or a return that the gateway would review is unknown", async () => {
  const connected = await connect();
  const authRef = await authorized(connected, "REVIEW");
  for (const type of ["priorAuthCaptureTransaction", "voidTransaction"])
    connected.emulator.fail(type, { answer: answer(4, 193) });

  expect(await connected.gateway.capture({ reference: "REVIEWC", authRef, amountCents: 4200 })).toMatchObject({
    status: "unknown",
  });
  expect(await connected.gateway.giveBack({ reference: "REVIEWV", authRef, captureRef: null, amountCents: 4200 })).toMatchObject({
    status: "unknown",
  });
});
