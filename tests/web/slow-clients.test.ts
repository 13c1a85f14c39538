import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import express from "express";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { customerCalls } from "../../server/customers/calls.ts";
import { openAdmission } from "../../server/web/admission.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { customerIn, expectNoFault, sendBytes } from "./raw-http.ts";

const timeout = 240_000;
/** A pace for tests that send a body which never ends. No body counts as too slow. */
const noPace = { bytes: 0, ticks: 1, tickMs: 1000 };
const body = "variantId=v-1";

const headOf = (path: string, headers: Record<string, string>) =>
  [
    `POST ${path} HTTP/1.1`,
    "host: shop.test",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");
const formHead = (address: string, headers: Record<string, string> = {}) =>
  headOf("/storefront/cart/add", {
    "x-forwarded-for": address,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
    ...headers,
  });

type Sender = { socket: Socket; first: Promise<string> };

/** Sends the beginning of a request; `first` is the shop's first response. */
function send({ url }: Pick<TestShop, "url">, bytes: string): Sender {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}).write(bytes);
  return { socket, first: once(socket, "data").then(([text]) => String(text)) };
}

/** The status of a form whose body is sent after the shop has its head. */
async function addSlowly(shop: TestShop, address: string): Promise<number> {
  const { socket, first } = send(shop, formHead(address, { expect: "100-continue" }));
  expect(await first).toMatch(/^HTTP\/1.1 100/);
  const answer = once(socket, "data");
  socket.write(body);
  const [text] = await answer;
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d+)/.exec(String(text))?.[1]);
}

/**
 * Sends bodies from this address that never finish; returns how many of them the shop has refused
 * so far.
 */
function sendSlowBodies(shop: TestShop, count: number, address: string) {
  const refused: string[] = [];
  const held = Array.from({ length: count }, () => {
    const { socket, first } = send(shop, formHead(address));
    void first.then(
      (answer) => refused.push(answer.slice(0, 12)),
      () => {},
    );
    return socket;
  });
  return { refused, end: () => void held.map((socket) => socket.destroy()) };
}

test("500 slow bodies of one address keep no form of 500 visitors elsewhere from the shop", { timeout }, async () => {
  const shop = await openShop({ pays: false, env: { TRUST_PROXY: "1" }, bounds: { pace: noPace } });
  const { refused } = sendSlowBodies(shop, 500, "203.0.113.9");
  await vi.waitFor(() => expect(refused).toHaveLength(500 - 32), { timeout });

  const statuses: number[] = [];
  for (let group = 0; group < 20; group++)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 25 }, (_, visitor) => addSlowly(shop, `10.${group}.${visitor}.1`)))),
    );

  expect(statuses).toEqual(Array(500).fill(303));
  expect(new Set(refused)).toEqual(new Set(["HTTP/1.1 503"]));
  expect(refused).toHaveLength(500 - 32);
});

test("a network of many addresses has a share as well, and what was held is free again", { timeout }, async () => {
  const slow = { atOnce: 6, waiting: 0, share: { address: 2, network: 3 } };
  const shop = await openShop({ pays: false, env: { TRUST_PROXY: "1" }, bounds: { slow, pace: noPace } });
  const one = sendSlowBodies(shop, 3, "203.0.113.9");
  await vi.waitFor(() => expect(one.refused).toHaveLength(1), { timeout });
  const neighbour = sendSlowBodies(shop, 2, "203.0.113.10");
  await vi.waitFor(() => expect(neighbour.refused).toHaveLength(1), { timeout });
  expect(await addSlowly(shop, "203.0.114.9")).toBe(303);

  one.end();

  await vi.waitFor(async () => expect(await addSlowly(shop, "203.0.113.9")).toBe(303), { timeout });
});

/** Builds the head of a request that uploads a customer's picture. */
async function openFileHead(shop: TestShop): Promise<(address: string, accept?: string) => string> {
  const customer = await customerIn(shop, "c-1");
  const headers = {
    "x-csrftoken": await customer.token(),
    cookie: customer.cookie,
    "content-type": "multipart/form-data; boundary=x",
    "content-length": "90000",
  };
  return (address, accept = "application/json") =>
    headOf(customerCalls.saveAvatar.path, { ...headers, accept, "x-forwarded-for": address });
}

test("slow files of one network leave places for those of others", { timeout }, async () => {
  const upload = { atOnce: 2, waiting: 0, share: { address: 1, network: 1 } };
  const shop = await openShop({ pays: false, env: { TRUST_PROXY: "1" }, bounds: { upload, pace: noPace } });
  const head = await openFileHead(shop);
  const two = [send(shop, head("203.0.113.9")), send(shop, head("203.0.113.10"))];
  expect(await Promise.race(two.map(({ first }) => first))).toMatch(/^HTTP\/1.1 503/);

  const { socket, first } = send(shop, head("203.0.114.9").replace("90000", "11"));
  socket.write("--x--\r\n\r\n\r\n");

  expect(await first).toMatch(/^HTTP\/1.1 4(?!08)\d\d/);
});

test("a body that comes too slowly is answered in words, by a page or in JSON, and hung up on", { timeout }, async () => {
  const pace = { bytes: 10_000, ticks: 3, tickMs: 1 };
  const shop = await openShop({ env: { TRUST_PROXY: "1" }, bounds: { pace } });
  const words = "That came too slowly. Please try again.";
  const file = await openFileHead(shop);

  const page = await sendBytes(shop, `${formHead("203.0.113.9")}variant`);
  expect([page.status, page.headers.get("connection"), page.headers.get("cache-control")]).toEqual([408, "close", "no-store"]);
  expect([page.headers.get("content-type"), page.text]).toEqual(["text/html; charset=utf-8", expect.stringContaining(words)]);
  const json = { "content-type": "application/json", "content-length": "90" };
  const calls = [
    `${headOf("/storefront/cart/add", json)}{"vari`,
    `${headOf("/storefront/checkout/payment", json)}{"checkoutId":`,
    `${file("203.0.113.9")}--x\r\n`,
  ];
  for (const call of calls) {
    const answer = await sendBytes(shop, call);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([408, { error: words, code: "too_slow" }]);
  }

  expectNoFault(shop, [page]);
  expect(shop.log.filter((line) => line.includes('"status":408'))).toHaveLength(1 + calls.length);
});

test("answers that nobody reads give their places back, and beyond a share of their own they are broken off", {
  timeout,
}, async () => {
  const bounds = {
    page: { atOnce: 1, waiting: 0 },
    slow: { atOnce: 8, waiting: 0, share: { address: 2, network: 2 } },
    pace: { ...noPace, tickMs: 1 },
  };
  const early = { overload: vi.fn((_req, res) => res.writeHead(503).end()), tooSlow: vi.fn() };
  const admit = openAdmission({ log: pino({ enabled: false }), early, bounds });
  const large = Buffer.alloc(64 * 1024 * 1024);
  const app = express();
  const broken = Promise.withResolvers<void>();
  let answered = 0;
  app.use((req, res) =>
    admit(req, res, () => {
      answered += 1;
      res.once("close", () => {
        if (!res.writableFinished) broken.resolve();
      });
      res.end(large);
    }),
  );
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  /** Repeats a request until the shop accepts it, and does not read the answer. */
  const ask = async () => {
    const before = answered;
    await vi.waitFor(
      async () => {
        const socket = connect(port, "127.0.0.1").on("error", () => {});
        onTestFinished(() => void socket.destroy());
        const refused = early.overload.mock.calls.length;
        socket.write("GET /storefront/cart/ HTTP/1.1\r\nhost: x\r\n\r\n");
        await vi.waitFor(() => expect(answered + early.overload.mock.calls.length).toBe(before + refused + 1), {
          timeout,
          interval: 1,
        });
        expect(answered).toBe(before + 1);
      },
      { timeout, interval: 1 },
    );
  };

  await ask();
  await ask();
  await ask();

  // The shop broke the connection of the third request, because `share` allows an address only two
  // of the slow places. The first two connections are still open.
  await broken.promise;
  expect(answered).toBe(3);
});
