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
  const send = (method: string, path: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", method, path, agent: false }, resolve);
      onTestFinished(() => void sent.destroy());
      sent.once("error", reject).end();
    });

  const held = Array.from({ length: mostForms }, () => send("POST", "/storefront/cart/add"));
  for (const one of held) one.catch(() => {});
  await expect.poll(() => asked.length).toBe(mostForms);

  const beyond = await send("POST", "/storefront/cart/add");
  const words = (await beyond.setEncoding("utf8").toArray()).join("");
  expect([beyond.statusCode, beyond.headers["retry-after"], words]).toEqual([503, "2", expect.stringContaining("try again")]);
  expect((await send("GET", "/storefront/")).statusCode).toBe(204);
  expect((await send("POST", "/storefront/checkout/payment/")).statusCode).toBe(204);
  expect(asked.slice(mostForms)).toEqual(["GET /storefront/", "POST /storefront/checkout/payment/"]);
});
