import { describe, expect, test } from "vitest";
import { openAuthorizeNetGateway } from "../../../server/payments/gateways/authorize-net/authorize-net-gateway.ts";

const key = "3A18F6D4B2907E5C".repeat(8);
const body = `{"notificationId":"d0e8e7fe-c3e7-4add-a480-27bc5ce28a18","eventType":"net.authorize.payment.authorization.created","eventDate":"2027-01-15T20:02:03.123Z","webhookId":"63d6fea2-aa13-4b1d-a204-f5fbc15942b7","payload":{"responseCode":1,"merchantReferenceId":"ABCDEFGHIJKLMNOPQRST","authCode":"LZ6I19","avsResponse":"Y","authAmount":45.00,"entityName":"transaction","id":"60020981676"}}`;
/** `openssl dgst -sha512 -hmac KEY` of the body. */
const digest =
  "DEF8299E425D6BC68B41F3A18DDA2EE3ECE69F06B929F43B4A6C4345C6F617CC36920F32C196ADB045951BA1822CC52821D352BC1790B8CA202AEF7CF666A219";
/** The same with the bytes that the key's hexadecimal digits stand for. */
const decodedKeyDigest =
  "CCAFF7476B400394237BA0FE0D8BF5A38B37E1278540AC257DEAD52F1B496B76A86F50A0A2010EC78B3CF28B6828A3A5E79B5D532C48ED2DEB3E12A13BAE6719";
/** The digests of other bodies, made in the same way. */
const others = {
  "{}": "30F9554290C97135CB09C395367663993D288C86A353C0C0C71499E3762D00AFD28E62E48071E5DC1F45C31D95B4057D96CBCD1F5D9A9FFA61E32C15B4D12266",
  '{"notificationId":"n1","payload":{"entityName":"customerProfile","id":"394"}}':
    "6286A391B9C955E9BEEB2C7B549BB0476F53E04562D8DF999E784829D5B29679A80FEE6B0BA6EE8D8B5528389AADF828725D925D8DF7C15A44534EC08CF7C090",
  "no JSON":
    "8FE0C1A9FCDED0D0DDA6038BBFCB5429BB07CE506003894B6902D7F914E6C9BCBB7CBF7DAA8E4343972DD63BF7F2DE1C16C1D5B4493719BEC87E21D8901E8B10",
};

const read = (text: string, signature: string | undefined, webhookSecret = key) =>
  openAuthorizeNetGateway({ login: "login", secret: "key", webhookSecret }).webhook?.(Buffer.from(text), (name) =>
    name.toLowerCase() === "x-anet-signature" ? signature : undefined,
  );

describe("a notification", () => {
  test("signed with the Signature Key's text names its event, its transaction, and the reference of its call", () => {
    const event = {
      eventId: "d0e8e7fe-c3e7-4add-a480-27bc5ce28a18",
      ref: "60020981676",
      reference: "ABCDEFGHIJKLMNOPQRST",
    };

    expect(read(body, `sha512=${digest}`)).toEqual(event);
    expect(read(body, `SHA512=${digest.toLowerCase()}`)).toEqual(event);
  });

  test.each([
    ["no signature", body, undefined],
    ["an empty one", body, "sha512="],
    ["half of one", body, `sha512=${digest.slice(0, 64)}`],
    ["another algorithm", body, `sha256=${digest}`],
    ["one without its algorithm", body, digest],
    ["one with more behind it", body, `sha512=${digest}00`],
    ["a changed digit", body, `sha512=${digest.slice(0, -1)}A`],
    ["a changed byte in the body", body.replace("45.00", "46.00"), `sha512=${digest}`],
    ["the body written anew", JSON.stringify(JSON.parse(body)), `sha512=${digest}`],
    ["the decoded key", body, `sha512=${decodedKeyDigest}`],
  ])("with %s is nobody's", (_what, text, signature) => {
    expect(read(text, signature)).toBeUndefined();
  });

  test("signed with another key is nobody's", () => {
    expect(read(body, `sha512=${digest}`, `${key.slice(0, -1)}D`)).toBeUndefined();
  });

  test("about something else than a transaction names none; one without its event is nobody's", () => {
    const events = Object.entries(others).map(([text, signature]) => read(text, `sha512=${signature}`));

    expect(events).toEqual([undefined, { eventId: "n1", ref: null, reference: null }, undefined]);
  });

  test("is not read without a Signature Key", () => {
    expect(openAuthorizeNetGateway({ login: "login", secret: "key" }).webhook).toBeUndefined();
  });
});
