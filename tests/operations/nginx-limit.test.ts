import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startExampleNginx } from "../support/example-nginx.ts";
import { freePort } from "../support/free-port.ts";
import { testWith } from "./test-with.ts";

/** The example's limits for concurrent forms: in total, per address, and per network. */
const mostForms = 192;
const [mostOfAddress, mostOfNetwork] = [32, 64];

type Sent = { method: string; path: string; headers?: Record<string, string>; from?: string };

/** Sends the head of a request from an address of this machine, and no body. */
const sendTo =
  (port: number) =>
  ({ method, path, headers = {}, from = "127.0.0.1" }: Sent): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", localAddress: from, method, path, headers, agent: false }, resolve);
      onTestFinished(() => void sent.destroy());
      sent.once("error", reject);
      if (headers["content-length"] === undefined) sent.end();
      else sent.flushHeaders();
    });

testWith("nginx")("nginx refuses forms beyond what the shop can answer, and no page and no payment", async () => {
  const asked: string[] = [];
  const shop = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    // Forms in progress do not finish.
    if (req.url !== "/storefront/cart/add") res.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(shop, "listening");
  onTestFinished(() => {
    shop.closeAllConnections();
    shop.close();
  });
  const port = await freePort();
  onTestFinished(await startExampleNginx("nginx", port, [(shop.address() as AddressInfo).port], { connections: 2048 }));
  const send = sendTo(port);

  const held = Array.from({ length: mostForms }, (_, at) =>
    send({ method: "POST", path: "/storefront/cart/add", from: `127.1.${at}.1` }),
  );
  for (const one of held) one.catch(() => {});
  await expect.poll(() => asked.length).toBe(mostForms);

  const refused = async (headers: Record<string, string>) => {
    const answer = await send({ method: "POST", path: "/storefront/cart/add", headers });
    const text = (await answer.setEncoding("utf8").toArray()).join("");
    const { "retry-after": after, "cache-control": kept, "content-type": type } = answer.headers;
    return { answered: [answer.statusCode, after, kept, type], text };
  };
  const form = await refused({
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(form.answered).toEqual([503, "2", "no-store", "text/html; charset=utf-8"]);
  expect(form.text).toContain("Go back and try again in a moment; what you typed is kept by the browser.");
  for (const headers of [{ accept: "application/json" }, { accept: "*/*", "content-type": "application/json" }]) {
    const call = await refused(headers);
    expect(call.answered).toEqual([503, "2", "no-store", "application/json"]);
    expect(JSON.parse(call.text)).toEqual({ error: expect.stringContaining("try again"), code: "unavailable" });
  }
  expect((await send({ method: "GET", path: "/storefront/" })).statusCode).toBe(204);
  expect((await send({ method: "POST", path: "/storefront/checkout/payment/" })).statusCode).toBe(204);
  expect(asked.slice(mostForms)).toEqual(["GET /storefront/", "POST /storefront/checkout/payment/"]);
});

/** A stand-in for the shop that answers every request at once, behind the example's nginx. */
async function openBehindNginx(options: Parameters<typeof startExampleNginx>[3]) {
  const shop = createServer((req, res) => void req.resume().once("end", () => res.writeHead(204).end())).listen(0, "127.0.0.1");
  await once(shop, "listening");
  onTestFinished(() => {
    shop.closeAllConnections();
    shop.close();
  });
  const port = await freePort();
  onTestFinished(await startExampleNginx("nginx", port, [(shop.address() as AddressInfo).port], options));
  return { port, send: sendTo(port) };
}

testWith("nginx")("500 bodies of one address that never come keep no form of 500 visitors elsewhere from the shop", async () => {
  const { send } = await openBehindNginx({ connections: 4096 });
  const slow = { "content-length": "90", "content-type": "application/x-www-form-urlencoded" };
  const refused: (number | undefined)[] = [];
  const hold = (count: number, from: string, path = "/storefront/cart/add") => {
    for (let at = 0; at < count; at++)
      void send({ method: "POST", path, headers: slow, from }).then(
        ({ statusCode }) => refused.push(statusCode),
        () => {},
      );
  };
  const none = Array(500 - mostOfAddress).fill(503);
  hold(500, "127.0.7.1");
  await expect.poll(() => refused, { timeout: 120_000 }).toEqual(none);
  // Payments count against this limit too, since they have bodies.
  hold(1, "127.0.7.1", "/storefront/checkout/payment/");
  await expect.poll(() => refused, { timeout: 120_000 }).toEqual([...none, 503]);
  hold(mostOfNetwork - mostOfAddress + 1, "127.0.7.2");
  await expect.poll(() => refused, { timeout: 120_000 }).toEqual([...none, 503, 503]);

  const answered: (number | undefined)[] = [];
  for (let group = 0; group < 20; group++)
    for (const answer of await Promise.all(
      Array.from({ length: 25 }, (_, visitor) =>
        send({ method: "POST", path: "/storefront/cart/add", from: `127.${group + 1}.${visitor}.1` }),
      ),
    ))
      answered.push(answer.statusCode);

  expect(answered).toEqual(Array(500).fill(204));
  expect((await send({ method: "GET", path: "/storefront/", from: "127.0.7.1" })).statusCode).toBe(204);
  expect(refused).toHaveLength(none.length + 2);
});

testWith("nginx")("nginx hangs up on a body that stands still", async () => {
  const { port } = await openBehindNginx({ bodySeconds: 1 });
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write("POST /storefront/cart/add HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nab");
  // Only this limit closes the connection: otherwise the test would never end.
  await new Promise((resolve) => socket.resume().once("close", resolve));
});

test("the example's own limits for bodies are seconds", () => {
  const example = readFileSync(join(import.meta.dirname, "../../docs/operations/nginx.conf"), "utf8");
  const [, header, body] = /client_header_timeout (\d+)s;\s+client_body_timeout (\d+)s;/.exec(example) ?? [];
  expect([header, body]).toEqual(["10", "10"]);
});

testWith("nginx")("nginx asks another process where one is not there, and none where one answers that it cannot", async () => {
  const asked: string[] = [];
  const open = async (name: string) => {
    const shop = createServer((req, res) => {
      asked.push(`${name} ${req.method} ${req.url}`);
      res.writeHead(503).end();
    }).listen(0, "127.0.0.1");
    await once(shop, "listening");
    const close = () => {
      shop.closeAllConnections();
      shop.close();
    };
    onTestFinished(close);
    return { port: (shop.address() as AddressInfo).port, close };
  };
  const [one, two] = [await open("one"), await open("two")];
  const port = await freePort();
  onTestFinished(await startExampleNginx("nginx", port, [one.port, two.port]));
  const ask = async (method: string, path: string) => {
    asked.length = 0;
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [status, asked.length];
  };

  expect(await ask("GET", "/storefront/")).toEqual([503, 1]);
  expect(await ask("POST", "/storefront/cart/add")).toEqual([503, 1]);
  expect(await ask("GET", "/readyz")).toEqual([503, 2]);

  one.close();
  for (const _ of [1, 2, 3, 4])
    for (const method of ["GET", "POST"]) {
      expect(await ask(method, "/storefront/cart/add")).toEqual([503, 1]);
      expect(asked).toEqual([`two ${method} /storefront/cart/add`]);
    }

  two.close();
  for (const [accept, type, words] of [
    ["text/html", "text/html", "pressing Pay again doesn’t charge you twice"],
    ["application/json", "application/json", "The shop can’t be reached right now."],
  ] as const) {
    const away = await fetch(`http://127.0.0.1:${port}/storefront/cart/add`, { method: "POST", headers: { accept } });
    expect([away.status, away.headers.get("Retry-After"), away.headers.get("Content-Type")]).toEqual([
      503,
      "5",
      expect.stringContaining(type),
    ]);
    expect(await away.text()).toContain(words);
  }
});
