import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { cachedClient } from "../../server/identity/social/client.ts";
import { openDemoProvider } from "../../server/identity/social/demo/provider.ts";
import { people } from "./social.ts";

const hour = 3_600_000;
const settingsOf = (issuer: string) => ({ issuer, clientId: "shop", clientSecret: "s" });

async function provider() {
  for (const kind of ["warn", "info"] as const) {
    const spy = vi.spyOn(console, kind).mockImplementation(() => {});
    onTestFinished(() => spy.mockRestore());
  }
  const opened = await openDemoProvider({ label: "One", people, clientSecret: "s", returnAddress: "http://shop.test/back" });
  onTestFinished(() => opened.close());
  return opened;
}

/** Records the requests to a provider. */
function watchFetch() {
  const spy = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => spy.mockRestore());
  return spy;
}

/** A server that answers in place of a provider. */
async function impostor(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a provider's document is read once an hour, each time with an end to the waiting", async () => {
  const { issuer } = await provider();
  const requests = watchFetch();
  let now = 0;
  const client = cachedClient(
    async () => settingsOf(issuer),
    () => now,
  );

  const [first, second] = await Promise.all([client(), client()]);
  expect(second).toBe(first);
  expect(requests).toHaveBeenCalledOnce();
  expect(requests.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal);

  now = hour;
  expect(await client()).not.toBe(first);
  expect(requests).toHaveBeenCalledTimes(2);
});

test("while the document cannot be read again the last one serves on, and another is read once that is possible", async () => {
  const { issuer } = await provider();
  const requests = watchFetch();
  let now = 0;
  const client = cachedClient(
    async () => settingsOf(issuer),
    () => now,
  );
  const first = await client();

  now = hour;
  requests.mockRejectedValueOnce(new TypeError("fetch failed")).mockRejectedValueOnce(new TypeError("fetch failed"));
  expect(await client()).toBe(first);
  expect(await client()).not.toBe(first);
});

test("a connection that broke is tried once more before the shopper hears of it", async () => {
  const { issuer } = await provider();
  const requests = watchFetch();
  requests.mockRejectedValueOnce(new TypeError("fetch failed"));
  await cachedClient(
    async () => settingsOf(issuer),
    () => 0,
  )();
  expect(requests).toHaveBeenCalledTimes(2);
});

test("an answer without end is not read to the end, and one that names another issuer is refused", async () => {
  let sent = 0;
  const endless = await impostor((_req, res) => {
    res.writeHead(200, { "Content-Type": "application/json" });
    const more = (): void => {
      sent += 64;
      if (res.writable && sent < 100_000) res.write(" ".repeat(64 * 1024), () => setImmediate(more));
    };
    more();
  });
  await expect(
    cachedClient(
      async () => settingsOf(endless),
      () => 0,
    )(),
  ).rejects.toThrow("a provider's answer is too long");
  expect(sent).toBeLessThan(20_000);

  const { issuer } = await provider();
  const other = await impostor((_req, res) => {
    res.writeHead(200, { "Content-Type": "application/json" });
    res.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth` }));
  });
  await expect(
    cachedClient(
      async () => settingsOf(other),
      () => 0,
    )(),
  ).rejects.toThrow();
});
