import type { RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openServer, type ServerLimits } from "../../server/web/server.ts";
import { openShop } from "../support/shop.ts";
import { rawRequest } from "./raw-http.ts";

const targets = ["http://[::1/", "http://", "http://shop.test:99999/", "https://[/storefront/"];

test("a target that cannot be parsed is answered 400, without a fault of the shop, and logged", async () => {
  const shop = await openShop({ pays: false });
  for (const target of targets) {
    const { status, text } = await rawRequest(shop, target);
    expect([target, status, text]).toEqual([target, 400, expect.stringContaining("couldn")]);
  }
  expect(shop.log.filter((line) => line.includes('"status":400'))).toHaveLength(targets.length);
  expect(shop.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  // A client sends a whole address to a proxy; here it names the same page.
  expect((await rawRequest(shop, "http://shop.test/healthz")).status).toBe(200);
  expect((await rawRequest(shop, "//[::1/")).status).toBe(404);
});

const readThenAnswer: RequestListener = (req, res) => {
  // A request without a body has no `end` event to wait for.
  if (req.method === "GET") res.end("ok");
  else req.resume().once("end", () => res.end("ok"));
};

async function listening(limits: Partial<ServerLimits>, answer: RequestListener = readThenAnswer) {
  const log: string[] = [];
  const server = openServer(answer, pino({}, { write: (line) => void log.push(line) }), limits);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, log };
}

/** All text that the server sends before it closes the connection. */
const heard = (socket: Socket) =>
  new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {});
    socket.once("close", () => resolve(text));
  });

test.each([
  ["headers", "GET / HTTP/1.1\r\nHost: shop.test\r\n"],
  ["a body", "POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 10\r\n\r\nabc"],
])("who does not finish %s in time is answered and cut off", async (_what, part) => {
  const { port } = await listening({ headersMs: 50, requestMs: 100, checkMs: 20 });
  const socket = connect(port, "127.0.0.1");
  socket.write(part);
  // Only the server ends the connection: without limits this test would never end.
  expect(await heard(socket)).toContain("408 Request Timeout");
});

test("an answer that nobody reads is broken off", async () => {
  const brokenOff = Promise.withResolvers<boolean>();
  const { port } = await listening({ silentMs: 50 }, (_req, res) => {
    res.once("close", () => brokenOff.resolve(!res.writableFinished));
    res.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write("GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n");

  // Only the server ends the connection: without the limit this test would never end.
  expect(await brokenOff.promise).toBe(true);
});

test("beyond the limit a connection is closed, which is logged once, and the others go on", async () => {
  const { port, log } = await listening({ connections: 1 });
  const first = connect(port, "127.0.0.1");
  onTestFinished(() => void first.destroy());
  const answered = new Promise<string>((resolve) => first.once("data", (chunk) => resolve(String(chunk))));
  await new Promise<void>((resolve) => first.once("connect", resolve));

  expect(await heard(connect(port, "127.0.0.1"))).toBe("");
  expect(await heard(connect(port, "127.0.0.1"))).toBe("");

  first.write("GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n");
  expect(await answered).toContain("200 OK");
  expect(log.filter((line) => line.includes("too many connections"))).toHaveLength(1);
});
