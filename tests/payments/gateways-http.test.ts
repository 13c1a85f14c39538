import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { transact } from "../../server/db/transaction.ts";
import type { Gateway } from "../../server/payments/gateways/gateway.ts";
import { type HttpGatewayOptions, openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { openGateway } from "../../server/payments/gateways/open.ts";
import type { Transaction } from "../../server/payments/gateways/protocol.ts";
import { newFolder } from "../db/new-folder.ts";
import { billing, cardOf, charge } from "./gateways-live.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const open = (url: string, options: Partial<HttpGatewayOptions> = {}): Gateway =>
  openHttpGateway({ url, secret: "secret", refuseInsideTransaction: () => {}, ...options });

const says =
  (status: number, body: unknown): RequestListener =>
  (_req, res) => {
    res.writeHead(status, { "content-type": "application/json" });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  };

const approval: Transaction = {
  key: "k",
  kind: "authorize",
  status: "approved",
  state: "authorized",
  ref: "auth-1",
  authRef: "auth-1",
  captureRef: null,
  orderRef: "order-of-k",
  amountCents: 4200,
  capturedCents: 0,
  refundedCents: 0,
  code: "approved",
  avs: "Y",
  cvv: "M",
  brand: "visa",
  last4: "4242",
  at: 1,
};

describe("what the gateway is sent", () => {
  test("the authorisation with the card, as docs/gateways.md has it, and the secret", async () => {
    const seen: unknown[] = [];
    const url = await serve(async (req, res) => {
      const chunks = await req.toArray();
      seen.push(req.method, req.url, req.headers.authorization, JSON.parse(Buffer.concat(chunks).toString()));
      says(200, approval)(req, res);
    });

    const means = { card: cardOf("4242424242424242", { expirationDate: "04/31", securityCode: "0123" }) };
    // The shop's own objects have more fields; these are not sent.
    const more = { billing: { ...billing, phone: "512 555 0177", email: "ada@example.com" }, email: "ada@example.com" };
    const result = await open(`${url}/v1`).authorize(charge("k", "", { means, ip: "192.0.2.7", ...more }));

    expect(result).toMatchObject({ status: "approved", ref: "auth-1" });
    const card = { number: "4242424242424242", expiry: "0431", code: "0123", holder: "Ada Shopper" };
    const call = { key: "k", amountCents: 4200, currency: "USD", orderRef: "k", ip: "192.0.2.7", billing, card };
    expect(seen).toEqual(["POST", "/v1/authorize", "Bearer secret", call]);
  });

  test("a capture, a void and a refund have their key, reference and amount alone", async () => {
    const seen: unknown[] = [];
    const url = await serve(async (req, res) => {
      seen.push(req.url, JSON.parse(Buffer.concat(await req.toArray()).toString()));
      says(200, approval)(req, res);
    });
    const more = { email: "ada@example.com" };

    await open(url).capture({ key: "k", authRef: "a", amountCents: 42, ...more });
    await open(url).giveBack({ key: "k", authRef: "a", captureRef: null, amountCents: 42, ...more });
    await open(url).giveBack({ key: "k", authRef: "a", captureRef: "c", amountCents: 42, ...more });

    expect(seen).toEqual([
      ...["/capture", { key: "k", authRef: "a", amountCents: 42 }],
      ...["/void", { key: "k", authRef: "a" }],
      ...["/refund", { key: "k", captureRef: "c", amountCents: 42 }],
    ]);
  });

  test("a page is asked for by the addresses of the shop, and closed by its key", async () => {
    const seen: unknown[] = [];
    const url = await serve(async (req, res) => {
      seen.push(req.url, JSON.parse(Buffer.concat(await req.toArray()).toString()));
      says(200, { closed: true })(req, res);
    });
    const hosted = { returnUrl: "https://shop.example/r", cancelUrl: "https://shop.example/c", until: 9 };

    await open(url).authorize(charge("k", "", { means: { hosted } }));
    expect(await open(url).closePage?.({ key: "k" })).toEqual({ status: "closed" });

    const call = { key: "k", amountCents: 4200, currency: "USD", orderRef: "k", ip: null, billing, hosted };
    expect(seen).toEqual(["/authorize", call, "/close", { key: "k" }]);
  });

  test("a redirect is not followed: the card stays with the gateway that was configured", async () => {
    let strangers = 0;
    const stranger = await serve((req, res) => {
      strangers += 1;
      says(200, approval)(req, res);
    });
    const url = await serve((_req, res) => res.writeHead(307, { location: `${stranger}/authorize` }).end());

    expect(await open(url).authorize(charge("k"))).toMatchObject({ status: "unknown" });
    expect(strangers).toBe(0);
  });

  test.each(["http://gateway.example/", "ftp://127.0.0.1/", "http://127.0.0.1.gateway.example/"])(
    "%s would carry cards in the clear",
    (url) => {
      expect(() => open(url)).toThrow("must be https");
    },
  );

  test.each(["https://gateway.example/v1", "http://127.0.0.1:4000", "http://[::1]:4000", "http://localhost:4000"])(
    "%s is taken",
    (url) => {
      expect(open(url).capabilities).toEqual({ tokens: false, hosted: new URL(url).origin });
    },
  );
});

describe("a page is taken only from the gateway itself", () => {
  const means = { hosted: { returnUrl: "https://shop.example/r", cancelUrl: "https://shop.example/c", until: 9 } };
  const answerWith = (address: string, changed: object = {}) => ({
    ...{ status: "elsewhere", key: "k", ref: "p" },
    page: { address, method: "POST", fields: { token: "t" }, until: 9 },
    ...changed,
  });
  const authorize = async (body: object) => open(await serve(says(200, body))).authorize(charge("k", "", { means }));

  test("on its own origin", async () => {
    const url: string = await serve((req, res) => says(200, answerWith(`${url}/pay/1`))(req, res));

    expect(await open(`${url}/v1`).authorize(charge("k", "", { means }))).toMatchObject({
      status: "elsewhere",
      ref: "p",
      page: { address: `${url}/pay/1`, method: "POST", fields: { token: "t" }, until: 9 },
    });
  });

  test.each([
    ["another host", answerWith("https://elsewhere.example/pay/1")],
    ["another port", answerWith("http://127.0.0.1:1/pay/1")],
    ["a script", answerWith("javascript:alert(1)")],
    ["another key", answerWith("http://127.0.0.1:1/pay/1", { key: "other" })],
  ])("not at %s", async (_what, body) => {
    expect(await authorize(body)).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("not as the answer to another key, nor to a card", async () => {
    const url: string = await serve((req, res) => says(200, answerWith(`${url}/pay/1`))(req, res));

    expect(await open(url).authorize(charge("other", "", { means }))).toMatchObject({ code: "bad_answer" });
    expect(await open(url).authorize(charge("k"))).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test.each([
    [200, {}, "unknown"],
    [200, { closed: false }, "unknown"],
    [200, approval, "unknown"],
    [500, { closed: true }, "unknown"],
    [409, { closed: true }, "unknown"],
    [409, { error: { code: "already_paid" } }, "error"],
  ])("a page counts as closed only if the gateway says so, not by %i %j", async (status, body, result) => {
    expect((await open(await serve(says(status, body))).closePage?.({ key: "k" }))?.status).toBe(result);
  });
});

describe("no answer is a value, never an exception", () => {
  test("nobody listens", async () => {
    const url = await serve(says(200, approval));
    for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));

    expect(await open(url).authorize(charge("k"))).toMatchObject({ status: "unknown", code: "unreachable" });
    expect(await open(url).lookup({ key: "k" })).toMatchObject({ status: "unknown" });
    expect(await open(url).list({ since: 0, until: 1 })).toMatchObject({ status: "unknown" });
  });

  test("the gateway takes the call and never answers, or stops in the middle of its answer", async () => {
    const silent = await serve(() => {});
    const stalling = await serve((_req, res) => res.writeHead(200).write('{"key":'));

    for (const url of [silent, stalling]) {
      expect(await open(url, { deadlineMs: 200 }).authorize(charge("k"))).toMatchObject({ status: "unknown", code: "timeout" });
    }
  });

  test("the deadline holds even for a transport that does not listen to it", async () => {
    const unanswered = open("https://gateway.example", { deadlineMs: 50, fetch: () => new Promise(() => {}) });

    expect(await unanswered.authorize(charge("k"))).toMatchObject({ status: "unknown", code: "timeout" });
  });

  test("a call's own deadline goes before the usual one", async () => {
    const silent = open(await serve(() => {}));

    expect(await silent.lookup({ key: "k", deadlineMs: 50 })).toMatchObject({ status: "unknown", code: "timeout" });
  });

  test("an answer without end is given up", async () => {
    const url = await serve((_req, res) => {
      const more = () => {
        while (!res.destroyed && res.write("x".repeat(65_536))) {}
      };
      res.on("drain", more);
      more();
    });

    expect(await open(url).authorize(charge("k"))).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test.each<[string, unknown]>([
    ["no amount", { ...approval, amountCents: undefined }],
    ["an amount in dollars", { ...approval, amountCents: 42.5 }],
    ["an amount below nothing", { ...approval, amountCents: -4200 }],
    ["no reference", { ...approval, ref: "" }],
    ["a status of its own", { ...approval, status: "ok" }],
    ["a whole card number as last four", { ...approval, last4: "4242424242424242" }],
    ["another kind of transaction", { ...approval, kind: "capture" }],
    ["another key", { ...approval, key: "K" }],
    ["the state of a decline", { ...approval, state: "declined" }],
    ["the state of a void", { ...approval, state: "voided" }],
    ["the status of a decline", { ...approval, status: "declined" }],
    ["nothing", null],
    ["a list", [approval]],
  ])("an approval with %s is unknown", async (_what, body) => {
    expect(await open(await serve(says(200, body))).authorize(charge("k"))).toMatchObject({
      status: "unknown",
      code: "bad_answer",
    });
  });

  test.each<[number, unknown]>([
    [404, "<h1>Not found</h1>"],
    [403, { error: { code: "blocked_by_firewall" } }],
    [408, { error: { code: "request_timeout" } }],
    [429, {}],
    [503, approval],
    [201, approval],
  ])("status %i from something in between says nothing of the money", async (status, body) => {
    expect(await open(await serve(says(status, body))).authorize(charge("k"))).toMatchObject({ status: "unknown" });
  });

  test("no authorization: it may have been made before the secret was refused", async () => {
    const url = await serve(says(401, { error: { code: "unauthorized" } }));

    expect(await open(url).authorize(charge("k"))).toMatchObject({ status: "unknown", code: "unauthorized" });
    const held = { key: "k", authRef: "a", captureRef: null, amountCents: 4200 };
    expect(await open(url).giveBack(held)).toMatchObject({ status: "error", code: "unauthorized" });
  });

  test.each([
    ["capture", "authorized"],
    ["capture", "voided"],
    ["void", "captured"],
    ["refund", "captured"],
  ] as const)("a %s that is approved and %s is unknown", async (kind, state) => {
    const gateway = open(await serve(says(200, { ...approval, kind, state })));
    const calls = {
      capture: () => gateway.capture({ key: "k", authRef: "a", amountCents: 4200 }),
      void: () => gateway.giveBack({ key: "k", authRef: "a", captureRef: null, amountCents: 4200 }),
      refund: () => gateway.giveBack({ key: "k", authRef: "", captureRef: "c", amountCents: 4200 }),
    };

    expect(await calls[kind]()).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test.each([
    ["approved", "declined"],
    ["declined", "authorized"],
  ])("a look-up that says %s and %s is unknown", async (status, state) => {
    const gateway = open(await serve(says(200, { ...approval, status, state })));

    expect(await gateway.lookup({ key: "k" })).toMatchObject({ status: "unknown", code: "bad_answer" });
  });

  test("a refusal in the protocol's own words is an error", async () => {
    const url = await serve(says(409, { error: { code: "key_conflict" } }));

    expect(await open(url).authorize(charge("k"))).toMatchObject({ status: "error", code: "key_conflict", ref: null });
  });
});

describe("not found is believed only when the gateway names what it did not find", () => {
  test.each<[number, unknown]>([
    [404, "<h1>Not found</h1>"],
    [404, { error: { code: "not_found" } }],
    [404, { error: { code: "not_found", asked: "other" } }],
    [404, { error: { code: "no_such_call" } }],
    [200, { error: { code: "not_found", asked: "k" } }],
    [500, { error: { code: "not_found", asked: "k" } }],
    [200, { ...approval, key: "other" }],
  ])("%i %j is unknown", async (status, body) => {
    expect(await open(await serve(says(status, body))).lookup({ key: "k" })).toMatchObject({ status: "unknown" });
  });

  test("and then it is not found", async () => {
    const url = await serve(says(404, { error: { code: "not_found", asked: "k" } }));

    expect(await open(url).lookup({ key: "k" })).toEqual({ status: "not_found" });
  });
});

describe("the list", () => {
  const page = (after: string | null) => ({ transactions: [approval], next: after === "0" ? 7 : null });
  const afterOf = (url = "") => new URL(url, "http://gateway").searchParams.get("after");

  test("goes on to the last page", async () => {
    const url = await serve((req, res) => says(200, page(afterOf(req.url)))(req, res));

    expect(await open(url).list({ since: 0, until: 9 })).toMatchObject({
      status: "listed",
      transactions: [{ key: "k" }, { key: "k" }],
    });
  });

  test("is unknown when one page fails, or when the pages go round in a circle", async () => {
    const broken = await serve((req, res) => says(afterOf(req.url) === "0" ? 200 : 500, page("0"))(req, res));
    const circle = await serve(says(200, page("0")));

    expect(await open(broken).list({ since: 0, until: 9 })).toMatchObject({ status: "unknown", code: "server_error" });
    expect(await open(circle).list({ since: 0, until: 9 })).toMatchObject({ status: "unknown", code: "bad_answer" });
  });
});

describe("the check at the start", () => {
  test.each<[string, number, unknown, object]>([
    ["accepts the shop", 404, { error: { code: "not_found", asked: "check" } }, { status: "accepted" }],
    [
      "refuses its secret",
      401,
      { error: { code: "unauthorized" } },
      { status: "refused", text: expect.stringMatching(/SECRET/) },
    ],
    ["is not the gateway", 404, "<h1>Not found</h1>", { status: "unknown", code: "bad_answer" }],
    ["is under maintenance", 503, { error: { code: "unauthorized" } }, { status: "unknown", code: "server_error" }],
  ])("tells when what answers %s", async (_what, status, body, result) => {
    expect(await open(await serve(says(status, body))).check({})).toMatchObject(result);
  });
});

describe("every call", () => {
  test("is refused inside a database transaction, before anything is sent", async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return Response.json(approval);
    };
    const refuseInsideTransaction = () => {
      throw new Error("a gateway call inside a transaction");
    };
    const gateway = open("https://gateway.example", { fetch, refuseInsideTransaction });
    const calls = [
      () => gateway.authorize(charge("k")),
      () => gateway.capture({ key: "k", authRef: "a", amountCents: 1 }),
      () => gateway.giveBack({ key: "k", authRef: "a", captureRef: null, amountCents: 4200 }),
      () => gateway.giveBack({ key: "k", authRef: "", captureRef: "c", amountCents: 1 }),
      () => gateway.lookup({ key: "k" }),
      () => gateway.list({ since: 0, until: 1 }),
      () => gateway.check({}),
    ];

    for (const call of calls) await expect(call()).rejects.toThrow("inside a transaction");
    expect(sent).toBe(0);
  });

  test("of the shop's own gateway is refused while a transaction is open, and made after it", async () => {
    const { db, close } = await openDatabase({ url: undefined, directory: await newFolder("gateway-") });
    onTestFinished(close);
    const settings = { adapter: "http", url: await serve(says(200, approval)), secret: "secret" } as const;
    const gateway = openGateway(settings, { db, now: Date.now });
    const find = () => gateway.lookup({ key: "k" });

    await expect(transact(db, find)).rejects.toThrow("inside a database transaction");
    expect(await find()).toMatchObject({ status: "approved" });
  });

  test.each([
    ["an answer", async () => Response.json(approval)],
    ["a failure", async () => Promise.reject(new Error("broken"))],
  ])("with a card lets go of it after %s", async (_what, fetch) => {
    const card = cardOf("4242424242424242");
    await open("https://gateway.example", { fetch }).authorize(charge("k", "", { means: { card } }));

    expect(() => card.reveal()).toThrow("wiped");
    expect([card.brand(), card.last4()]).toEqual(["visa", "4242"]);
  });
});
