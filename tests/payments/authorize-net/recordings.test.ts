import { describe, expect, test } from "vitest";
import { transactionAnswer } from "../../../server/payments/gateways/authorize-net/answers.ts";
import { openAuthorizeNetGateway } from "../../../server/payments/gateways/authorize-net/authorize-net-gateway.ts";
import { rootRefusals, verdictOf } from "../../../server/payments/gateways/authorize-net/verdicts.ts";
import { gatewayRecordings } from "../../support/gateway-recordings.ts";
import { cards, charge, connect, openTo } from "./fixture.ts";
import { objectOfXml } from "./xml-answer.ts";

const folders = ["authorize-net-sleet", "authorize-net-activemerchant"].map(gatewayRecordings);
const recordings = new Map(folders.flatMap((folder) => [...(folder ?? [])]));

/** The verdict of each recorded answer to a call that moves money. */
const verdicts: Readonly<Record<string, string>> = {
  "authAlreadyCapturedResponse.json": "done already_captured",
  "authDeclineResponse.json": "declined declined",
  "authResponse.json": "approved approved",
  "captureResponse.json": "approved approved",
  "refundErrorResponse.json": "unknown processing_error",
  "refundSuccessResponse.json": "approved approved",
  "voidResponse.json": "approved approved",
  "address_not_provided_avs_response.xml": "held held_for_review",
  "already_actioned_capture_response.xml": "done already_captured",
  "failed_authorize_response.xml": "declined incorrect_number",
  "failed_capture_response.xml": "unknown processing_error",
  "failed_purchase_response.xml": "declined incorrect_number",
  "failed_refund_for_unsettled_payment_response.xml": "refused not_refundable",
  "failed_refund_response.xml": "unknown processing_error",
  "failed_void_response.xml": "unknown processing_error",
  "fraud_review_response.xml": "held held_for_review",
  "network_tokenization_not_supported_response.xml": "refused unsupported",
  "no_match_avs_response.xml": "declined avs_mismatch",
  "no_match_cvv_response.xml": "declined declined",
  "no_message_response.xml": "unknown processing_error",
  "successful_authorize_response.xml": "approved approved",
  "successful_capture_response.xml": "approved approved",
  "successful_purchase_response.xml": "approved approved",
  "successful_purchase_response_test_mode.xml": "unknown test_mode",
  "successful_refund_response.xml": "approved approved",
  "successful_void_response.xml": "approved approved",
  "unsuccessful_authorize_response_for_jcb_card.xml": "unknown processing_error",
};

/** Recordings that are judged in tests of their own below. */
const others = [
  "transactionDetailsErrorResponse.json",
  "transactionDetailsSuccessResponse.json",
  "credentials_are_bogus_response.xml",
  "credentials_are_legit_response.xml",
  "post_scrubbed.txt",
  "pre_scrubbed.txt",
];

/** Recorded answers to calls that the shop never makes: stored cards and credits. */
const isForeign = (file: string) => /store|stored_card|credit_response/.test(file);

const recorded = (file: string) => (recordings.get(file) ?? "").replace(/^\uFEFF/, "");
const answerIn = (file: string): object => {
  const text = recorded(file);
  return (file.endsWith(".json") ? JSON.parse(text) : objectOfXml(text)) as object;
};

function testRecordings(): void {
  test("each recorded answer is judged, or belongs to a call that the shop never makes", () => {
    const files = [...recordings.keys()].filter((file) => !isForeign(file));

    expect(files.toSorted()).toEqual([...Object.keys(verdicts), ...others].toSorted());
  });

  test.each(Object.entries(verdicts))("%s: %s", (file, expected) => {
    const { is, code } = verdictOf(transactionAnswer.parse(answerIn(file)));

    expect(`${is} ${code}`).toBe(expected);
  });

  test.each(Object.entries(verdicts))(
    "%s is answered to an authorization, whole, cut short, or empty",
    async (file, expected) => {
      const text = JSON.stringify(answerIn(file));
      const [is = ""] = expected.split(" ");
      const reference = (answerIn(file) as { refId?: string }).refId || "REFERENCE";
      const statusOf = async (body: string) => {
        const gateway = openAuthorizeNetGateway({ login: "login", secret: "key", fetch: async () => new Response(body) });
        return (await gateway.authorize(charge(reference))).status;
      };

      const whole = { done: "unknown", refused: "error" }[is] ?? is;
      expect([await statusOf(text), await statusOf(`\uFEFF${text}`)]).toEqual([whole, whole]);
      for (const spoiled of [
        text.slice(0, -1),
        text.slice(0, text.length / 2),
        "",
        "\uFEFF",
        `<html>${text}</html>`,
        `${text}${text}`,
      ])
        expect(await statusOf(spoiled)).toBe("unknown");
    },
  );

  test("credentials that are wrong are refused, and right ones are not", () => {
    const bogus = transactionAnswer.parse(answerIn("credentials_are_bogus_response.xml"));
    const legit = transactionAnswer.parse(answerIn("credentials_are_legit_response.xml"));

    expect(verdictOf(bogus)).toEqual({ is: "refused", code: rootRefusals.E00007 });
    expect(verdictOf(legit).is).toBe("unknown");
  });

  test("recorded details are read as a settled payment", async () => {
    const { emulator } = await connect();
    const lists = { messages: { resultCode: "Ok", message: [{ code: "I00004" }] } };
    const gateway = openTo(emulator, {
      fetch: async (_url, init) => {
        const details = recorded("transactionDetailsSuccessResponse.json");
        return String(init?.body).includes("getTransactionDetails") ? new Response(details) : Response.json(lists);
      },
      now: () => Date.UTC(2023, 2, 23),
    });

    expect(await gateway.lookup({ ref: "40116993894" })).toEqual({
      reference: "9006052827063014",
      kind: "authorize",
      status: "approved",
      state: "captured",
      ref: "40116993894",
      authRef: "40116993894",
      captureRef: "40116993894",
      amountCents: 10050,
      capturedCents: 10050,
      refundedCents: 0,
      code: "approved",
      avs: "Y",
      cvv: "P",
      brand: "visa",
      last4: "1111",
      disputed: false,
      at: Date.UTC(2023, 2, 21, 20, 1, 31, 243),
      retryable: false,
    });
    expect(await gateway.lookup({ ref: "40116993895" })).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("recorded details that are missing are not found", async () => {
    const { emulator } = await connect();
    const gateway = openTo(emulator, { fetch: async () => new Response(recorded("transactionDetailsErrorResponse.json")) });

    expect(await gateway.lookup({ ref: "40116993894" })).toEqual({ status: "not_found" });
  });

  test.each(["pre_scrubbed.txt", "post_scrubbed.txt"])(
    "the recorded transcript %s begins with a byte order mark, and is approved",
    (file) => {
      const [, escaped = ""] = /-> "(\\xEF\\xBB\\xBF<\?xml.*)"$/m.exec(recorded(file)) ?? [];
      const xml = escaped.replaceAll('\\"', '"').replace("\\xEF\\xBB\\xBF", "\uFEFF");

      expect(verdictOf(transactionAnswer.parse(objectOfXml(xml)))).toEqual({ is: "approved", code: "approved" });
    },
  );

  testRequests();
}

/**
 * Fields that only our request has, or only the recorded one, and fields in another form, with the
 * reasons.
 */
const differences = {
  "transactionRequest/currencyCode": "ours: the recorded client names the currency in a field of its own",
  "transactionRequest/customer": "ours: the recorded client had no email address",
  "transactionRequest/shipTo": "ours: the recorded client shipped nothing",
  "transactionRequest/customerIP": "ours: the recorded client had none",
  "transactionRequest/payment/creditCard/cryptogram": "theirs: a wallet's card",
  "transactionRequest/order/description": "theirs: ours would repeat the invoice number",
  "transactionRequest/billTo/company": "theirs: the shop asks for no company",
  "transactionRequest/billTo/faxNumber": "theirs: the shop asks for no fax number",
  "transactionRequest/cardholderAuthentication": "theirs: a wallet's card",
  "transactionRequest/userFields": "theirs: the currency",
  "transactionRequest/trackData": "theirs: a card that was swiped",
  "transactionRequest/transactionType": "another value: ours captures later",
  "transactionRequest/payment/creditCard/expirationDate": "another form: ours is the schema's YYYY-MM",
};

/** The paths of a request's values, and their forms: digits as 9, letters as A. */
function formsOf(value: unknown, path = ""): Map<string, string> {
  if (Array.isArray(value)) return new Map(value.flatMap((item) => [...formsOf(item, path)]));
  if (typeof value !== "object" || value === null)
    return new Map([[path, String(value).replace(/\d/g, "9").replace(/[a-z]/gi, "A")]]);
  const below = Object.entries(value).flatMap(([key, child]) => [...formsOf(child, path === "" ? key : `${path}/${key}`)]);
  return new Map(below);
}

function testRequests(): void {
  test("the recorded request has our fields in our forms, but for the listed differences", async () => {
    const { gateway, emulator } = await connect();
    await gateway.authorize(charge("REQUEST", cards.good, { phone: "(503)555-0100", amountCents: 100, ip: "192.0.2.7" }));
    const [, escaped = ""] = /<- "(<\?xml.*)"$/m.exec(recorded("pre_scrubbed.txt")) ?? [];
    const theirs = formsOf(objectOfXml(escaped.replaceAll('\\"', '"').replaceAll("\\n", "")));
    const ours = formsOf(emulator.requests[0]?.body);
    const isListed = (path: string) => Object.keys(differences).some((known) => path === known || path.startsWith(`${known}/`));
    const free =
      /merchantAuthentication|refId|invoiceNumber|cardNumber|firstName|lastName|address|city|zip|settingName|settingValue/;

    const onlyOne = [...new Set([...ours.keys(), ...theirs.keys()])].filter((path) => ours.has(path) !== theirs.has(path));
    expect(onlyOne.filter((path) => !isListed(path))).toEqual([]);
    const unlike = [...ours].filter(([path, form]) => theirs.has(path) && theirs.get(path) !== form && !free.test(path));
    expect(unlike.map(([path]) => path).filter((path) => !isListed(path))).toEqual([]);
    expect(theirs.size).toBeGreaterThan(20);
  });
}

// Without the recordings there are no such tests, and the run reports this (`missingTools`).
if (recordings.size > 0) describe("recorded exchanges", testRecordings);

test("an answer in XML becomes the object that JSON would have", () => {
  const transaction = "<responseCode>3</responseCode><errors><error><errorCode>6</errorCode></error></errors><userFields/>";
  const root = "<messages><resultCode>Error</resultCode><message><code>E00027</code></message></messages>";

  expect(
    objectOfXml(`\uFEFF<aResponsexmlns:damaged=">${root}<transactionResponse>${transaction}</transactionResponse></aResponse>`),
  ).toEqual({
    messages: { resultCode: "Error", message: [{ code: "E00027" }] },
    transactionResponse: { responseCode: "3", errors: [{ errorCode: "6" }], userFields: [] },
  });
});
