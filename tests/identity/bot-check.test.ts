import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openShop } from "../support/shop.ts";

const path = "/identity/signup/";
const mary = { email: "mary@example.com", password: "Green-leaf-42", first_name: "Mary", botToken: "their-token" };

type Judge = (requests: URLSearchParams, res: ServerResponse) => void;

/**
 * Starts a service that judges tokens, like one that an owner runs; returns its address and the
 * requests that it got.
 */
async function openJudge(judge: Judge): Promise<{ url: string; requests: URLSearchParams[] }> {
  const requests: URLSearchParams[] = [];
  const server = createServer(async (req: IncomingMessage, res) => {
    let body = "";
    for await (const part of req) body += part;
    requests.push(new URLSearchParams(body));
    judge(new URLSearchParams(body), res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`, requests };
}

const openWith = (url: string) =>
  openShop({
    pays: false,
    env: {
      BOT_CHECK: "recaptcha",
      BOT_CHECK_URL: url,
      BOT_CHECK_SECRET: "their-secret",
      BOT_CHECK_SITE_KEY: "public-key",
      BOT_CHECK_SCRIPT: "https://bots.example/api.js?render=public-key",
      BOT_CHECK_ORIGINS: "https://frames.example",
      BOT_CHECK_SCORE: "0.7",
    },
  });

const saying = (answer: object) => openJudge((_asked, res) => void res.end(JSON.stringify(answer)));

test("another's check is asked with the shop's secret, and its good word opens the account (requirement 185)", async () => {
  const { url, requests } = await saying({ success: true, action: "LOGIN", score: 0.7, hostname: "shop.test" });
  const shop = await openWith(url);

  const { status, body } = await shop.browser().post(path, mary);

  expect(status).toBe(200);
  expect((body as { data: object }).data).toHaveProperty("token");
  expect(Object.fromEntries(requests[0] ?? [])).toEqual({
    secret: "their-secret",
    response: "their-token",
    remoteip: expect.stringContaining("127.0.0.1"),
  });
  expect(shop.log.join("\n")).not.toContain("their-secret");
});

test.each([
  ["a bad token", { success: false, "error-codes": ["timeout-or-duplicate"] }],
  ["a token for something else", { success: true, action: "PAY", score: 0.9 }],
  ["a token for nothing", { success: true, score: 0.9 }],
  ["a score that is too low", { success: true, action: "LOGIN", score: 0.69 }],
  ["no score", { success: true, action: "LOGIN" }],
])("%s is refused (requirement 185)", async (_what, answer) => {
  const shop = await openWith((await saying(answer)).url);
  const { status, body } = await shop.browser().post(path, mary);
  expect([status, body]).toEqual([403, { error: "We couldn’t verify that you’re human. Please try again.", code: "bot_check" }]);
});

test.each<[string, Judge]>([
  ["fails", (_asked, res) => void res.writeHead(500).end("oops")],
  ["answers something else", (_asked, res) => void res.end("<html>")],
  ["leads elsewhere", (_asked, res) => void res.writeHead(302, { Location: "https://elsewhere.example/" }).end()],
])("while the service %s nobody is let in by mistake, and the owner is told", async (_what, judge) => {
  const shop = await openWith((await openJudge(judge)).url);
  const { status, body } = await shop.browser().post(path, mary);
  expect([status, body]).toEqual([
    503,
    { error: "We can’t create accounts right now. Please try again later.", code: "unavailable" },
  ]);
  expect(shop.log.join("\n")).toContain("the bot check did not answer");
  expect(await shop.shop.db.selectFrom("customer").select("id").execute()).toEqual([]);
});

test("its script stands on the sign-up alone, where the policy lets it in", async () => {
  const shop = await openWith("http://127.0.0.1:9/");
  const browser = shop.browser();

  const page = await browser.get(path);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(page.text).toContain('<script async src="https://bots.example/api.js?render&#x3D;public-key"></script>');
  expect(policy).toContain("script-src 'self' https://bots.example https://frames.example;");
  expect(policy).toContain("frame-src https://bots.example https://frames.example");
  expect(policy).not.toContain("unsafe");

  const elsewhere = await browser.get("/identity/signin/");
  expect(elsewhere.headers.get("content-security-policy")).not.toContain("bots.example");
  expect(elsewhere.text).not.toContain("bots.example");
  expect((await browser.get("/storefront/api/bot-check")).status).toBe(404);
});

test("the shop's own check asks nobody: the sign-up keeps the policy of all pages", async () => {
  const shop = await openShop({ pays: false, products: "none" });
  const browser = shop.browser();
  const policies = [await browser.get(path), await browser.get("/identity/signin/")].map(({ headers }) =>
    headers.get("content-security-policy"),
  );
  expect(policies[0]).toBe(policies[1]);
});
