import { describe, expect, test } from "vitest";
import { billing } from "../gateways-live.ts";
import { heldWithMoneyCard } from "./emulator-cards.ts";
import { cards, charge, connect, hosted, settled } from "./fixture.ts";
import { schemaFault, schemaOrder } from "./schema-order.ts";

/** Each request that the adapter can make, with all that an authorization can carry. */
async function allRequests() {
  const connected = await connect();
  const { gateway, emulator } = connected;
  await gateway.authorize(charge("FULL", cards.good, { shipping: billing, phone: "503 555 0100", ip: "192.0.2.7" }));
  const authRef = await settled(connected, "ORDER");
  await gateway.giveBack({ reference: "ORDERR", authRef, captureRef: authRef, amountCents: 1000 });
  const { ref } = await gateway.authorize(charge("VOID"));
  await gateway.giveBack({ reference: "VOIDV", authRef: ref ?? "", captureRef: null, amountCents: 4200 });
  await gateway.authorize(charge("PAGE", cards.good, { ...hosted, shipping: billing, phone: "503 555 0100", ip: "192.0.2.7" }));
  const held = await gateway.authorize(charge("HELD", heldWithMoneyCard));
  await gateway.endReview?.({ reference: "HELDR", authRef: held.ref ?? "", approve: true });
  await gateway.list({ since: 0, until: Date.now() });
  return emulator.requests;
}

describe("the properties of requests", () => {
  test("are in the order of the gateway's schema, for every call", async () => {
    const requests = await allRequests();

    expect(new Set(requests.map(({ call }) => call))).toEqual(new Set(Object.keys(schemaOrder)));
    const types = requests.map(
      ({ body }) => (body.transactionRequest as { transactionType?: string } | undefined)?.transactionType,
    );
    expect(new Set(types)).toEqual(
      new Set([undefined, "authOnlyTransaction", "priorAuthCaptureTransaction", "voidTransaction", "refundTransaction"]),
    );
    for (const { call, body } of requests) expect([call, schemaFault(body, schemaOrder[call] ?? {})]).toEqual([call, undefined]);
  });

  test("carry the reference as their name, and but for captures and voids as the invoice number", async () => {
    const references = (await allRequests())
      .filter(({ body }) => body.transactionRequest !== undefined)
      .map(({ body }) => [body.refId, (body.transactionRequest as { order?: { invoiceNumber: string } }).order?.invoiceNumber]);

    expect(references).toEqual([
      ["FULL", "FULL"],
      ["ORDER", "ORDER"],
      ["ORDERC", undefined],
      ["ORDERR", "ORDERR"],
      ["VOID", "VOID"],
      ["VOIDV", undefined],
      ["PAGE", "PAGE"],
      ["HELD", "HELD"],
    ]);
  });
});

describe("the table of the schema's order", () => {
  const shape = { first: 3, second: { inner: 0 } };

  test.each([
    [{ first: "abc", second: { inner: 1 } }, undefined],
    [{ second: { inner: 1 }, first: "abc" }, "/first"],
    [{ third: "abc" }, "/third"],
    [{ first: "abcd" }, "/first"],
    [{ first: "" }, "/first"],
    [{ second: "text" }, "/second"],
    [{ second: [{ inner: 1 }, { outer: 1 }] }, "/second/outer"],
  ])("finds what it refuses in %j: %s", (value, fault) => {
    expect(schemaFault(value, shape)).toBe(fault);
  });

  test("is what the emulator refuses by", async () => {
    const { emulator } = await connect();
    const merchantAuthentication = { name: emulator.login, transactionKey: emulator.secret };
    const codeOf = async (request: object) => {
      const response = await fetch(emulator.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ getTransactionDetailsRequest: request }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      return JSON.parse(bytes.subarray(3).toString("utf8")).messages.message[0].code;
    };

    expect(await codeOf({ merchantAuthentication, refId: "A", transId: "1" })).toBe("E00040");
    expect(await codeOf({ refId: "A", merchantAuthentication, transId: "1" })).toBe("E00003");
    expect(await codeOf({ merchantAuthentication, refId: "A".repeat(21), transId: "1" })).toBe("E00003");
  });
});
