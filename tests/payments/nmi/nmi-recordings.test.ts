// Exchanges with the real service that others recorded. Nothing of them is in this repository.
import { expect, test } from "vitest";
import { openNmiGateway } from "../../../server/payments/gateways/nmi/nmi-gateway.ts";
import { gatewayRecordings } from "../../support/gateway-recordings.ts";
import { NmiAccount } from "./account.ts";
import { chargeOf, openNmi } from "./fixture.ts";
import { queryXml } from "./query-xml.ts";

const recordings = gatewayRecordings("nmi-activemerchant");
const amountCents = 4200;

type Verdict = Record<string, string | number | null>;
type Call = "authorize" | "capture" | "void" | "refund";

const answers: Readonly<Record<string, readonly [Call, Verdict]>> = {
  "successful_authorization_response.txt": [
    "authorize",
    { status: "approved", code: "approved", ref: "2762787830", amountCents, avs: "N", cvv: "N" },
  ],
  "failed_authorization_response.txt": [
    "authorize",
    { status: "declined", code: "card_declined", ref: "2762789345", avs: "N", cvv: "N" },
  ],
  "successful_capture_response.txt": ["capture", { status: "approved", ref: "2762797441", amountCents, avs: "N", cvv: null }],
  "failed_capture_response.txt": ["capture", { status: "declined", code: "card_declined", ref: "2762804008" }],
  "successful_void_response.txt": ["void", { status: "voided", ref: "2762811592", amountCents }],
  "failed_void_response.txt": ["void", { status: "error", code: "already_settled", ref: null }],
  "successful_refund_response.txt": ["refund", { status: "refunded", ref: "2762823772", amountCents }],
  "failed_refund_response.txt": ["refund", { status: "error", code: "no_such_transaction", ref: null }],
  // Sales and credits are no calls of the shop, but NMI rejects and approves their cards alike.
  "successful_purchase_response.txt": ["authorize", { status: "approved", ref: "2762757839", amountCents }],
  "successful_3ds_purchase_response.txt": ["authorize", { status: "approved", ref: "97267598-FAE6-48F2-8083-C23433990FBC" }],
  "failed_purchase_response.txt": ["authorize", { status: "declined", code: "card_declined", ref: "2762766725" }],
  "failed_store_response.txt": ["authorize", { status: "declined", code: "incorrect_number", ref: "" }],
};

/** Bank accounts, stored cards and checks of a card, which the shop does not ask for. */
const leftOut = [
  "failed_credit_response.txt",
  "failed_echeck_purchase_response.txt",
  "failed_validate_response.txt",
  "scrubbed_transcript.txt",
  "successful_credit_response.txt",
  "successful_echeck_purchase_response.txt",
  "successful_echeck_store_response.txt",
  "successful_store_response.txt",
  "successful_validate_response.txt",
  "transcript.txt",
];

/** The adapter's result for an answer to a call; a void or refund has its payment on record. */
function resultOf(call: Call, answer: string) {
  const account = new NmiAccount(Date.now);
  const action = { cents: amountCents, at: Date.now(), success: true, code: "100", text: "SUCCESS", source: "api" };
  const actions = (call === "refund" ? ["auth", "capture"] : ["auth"]).map((type) => ({ ...action, type }));
  const { orderid: reference = "", transactionid = "" } = Object.fromEntries(new URLSearchParams(answer));
  const authRef = call === "refund" ? "1" : transactionid;
  account.record({ id: authRef, condition: call === "refund" ? "complete" : "pending", actions });
  const view = { hidden: new Set<string>(), firstPage: 0 };
  const fetch: typeof globalThis.fetch = async (url, init) =>
    new Response(String(url).endsWith("query.php") ? queryXml(account, new URLSearchParams(String(init?.body)), view) : answer);
  const gateway = openNmiGateway({ secret: "key", fetch });
  if (call === "authorize") return gateway.authorize(chargeOf(reference));
  if (call === "capture") return gateway.capture({ reference, authRef, amountCents });
  return gateway.giveBack({ reference, authRef, captureRef: call === "refund" ? authRef : null, amountCents });
}

for (const [name, [call, verdict]] of recordings ? Object.entries(answers) : [])
  test(`${name} is the answer to a call to ${call}`, async () => {
    const answer = recordings?.get(name) ?? "";

    expect(await resultOf(call, answer)).toMatchObject(verdict);
    expect(await resultOf(call, `\uFEFF${answer}`)).toMatchObject(verdict);
    for (const spoiled of ["", "\uFEFF", answer.slice(0, -2), answer.slice(0, 40), `<html>${answer}</html>`])
      expect(await resultOf(call, spoiled)).toMatchObject({ status: "unknown" });
  });

if (recordings)
  test("each recorded answer has its verdict, or is of a call that the shop does not make", () => {
    expect([...Object.keys(answers), ...leftOut].toSorted()).toEqual([...recordings.keys()].toSorted());
  });

/** Why the shop sends a field otherwise than the recorded request, or does not send it. */
const differences: Readonly<Record<string, string>> = {
  orderdescription: "the order ID is enough, and a till's receipt shows the description",
  company: "the shop asks for no company",
  address2: "the shop has one line for the street",
  username: "a security key has taken the place of name and password",
  password: "a security key has taken the place of name and password",
  orderid: "the shop's references are letters and digits of another alphabet",
};

/** A value with each run of digits as 9, and each run of letters as A. */
const formOf = (value: string) => value.replace(/\p{L}+/gu, "A").replace(/\d+/g, "9");

if (recordings)
  test("the fields of a payment have the names and forms of the recorded request", async () => {
    const recorded = new URLSearchParams(recordings.get("transcript.txt")?.split("\n")[0]);
    const { gateway, emulator } = await openNmi();
    const billing = {
      firstName: "Ada",
      lastName: "Shopper",
      streetAddress1: "1 Fern Lane",
      city: "Toronto",
      postalCode: "M5V3L9",
      country: "CA",
      countryArea: "ON",
    };
    await gateway.authorize(chargeOf("SHOPFORMS", undefined, { billing, phone: "(416)555-0100", ip: "203.0.113.7" }));
    const { fields: sent = {} } = emulator.calls[0] ?? {};

    const different = [...recorded].filter(([name, value]) => {
      const own = sent[name];
      return own === undefined || (value !== "" && formOf(own) !== formOf(value));
    });
    expect(different.map(([name]) => name).toSorted()).toEqual(Object.keys(differences).toSorted());
    expect(Object.keys(sent).filter((name) => !recorded.has(name))).toEqual(["security_key"]);
  });

test("without a folder of recordings there are none to compare", () => {
  expect(gatewayRecordings("no-such-gateway")).toBeUndefined();
});
