import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { startExampleNginx } from "../support/example-nginx.ts";
import { freePort } from "../support/free-port.ts";
import { testWith } from "./test-with.ts";

/** Forms that the example lets through at once. */
const mostForms = 192;

testWith("nginx")("nginx refuses forms beyond what the shop can answer, and no page and no payment", async () => {
  const asked: string[] = [];
  const shop = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    // Forms that are under way stay so.
    if (req.url !== "/storefront/cart/add") res.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(shop, "listening");
  onTestFinished(() => {
    shop.closeAllConnections();
    shop.close();
  });
  const port = await freePort();
  onTestFinished(await startExampleNginx("nginx", port, [(shop.address() as AddressInfo).port], 2048));
  const send = (method: string, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", method, path, headers, agent: false }, resolve);
      onTestFinished(() => void sent.destroy());
      sent.once("error", reject).end();
    });

  const held = Array.from({ length: mostForms }, () => send("POST", "/storefront/cart/add"));
  for (const one of held) one.catch(() => {});
  await expect.poll(() => asked.length).toBe(mostForms);

  const refused = async (headers: Record<string, string>) => {
    const answer = await send("POST", "/storefront/cart/add", headers);
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
  expect((await send("GET", "/storefront/")).statusCode).toBe(204);
  expect((await send("POST", "/storefront/checkout/payment/")).statusCode).toBe(204);
  expect(asked.slice(mostForms)).toEqual(["GET /storefront/", "POST /storefront/checkout/payment/"]);
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
