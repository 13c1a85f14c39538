import { describe, expect, test } from "vitest";
import { cspReportPath } from "../../server/paths.ts";
import { deleteOldViolations } from "../../server/web/csp-reports/routes.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { rawRequest } from "../web/raw-http.ts";

const own = "https://shop.test";
const order = "0123456789abcdef0123456789abcdef";

type Body = { effectiveDirective?: unknown; blockedURL?: unknown; documentURL?: unknown };

/** A report in a list, as Chromium and Firefox send it. */
const violation = (body: Body) => ({
  type: "csp-violation",
  age: 5,
  url: `${own}/`,
  body: {
    effectiveDirective: "script-src-elem",
    blockedURL: "inline",
    documentURL: `${own}/storefront/`,
    sample: "secret",
    ...body,
  },
});

const send = (shop: TestShop, body: unknown, headers: Record<string, string> = {}) =>
  rawRequest(shop, cspReportPath, {
    method: "POST",
    headers: { "content-type": "application/reports+json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const kindsIn = ({ shop }: TestShop) =>
  shop.db.selectFrom("csp_report").select(["directive", "blocked", "screen", "count"]).orderBy("blocked").execute();

const open = (engine: "sqlite" | "postgres") =>
  openShop({ engine, pays: false, products: "none", env: { TRUST_PROXY: "1", PUBLIC_URL: own } });

describe.each(proofEngines)("on %s reports of a broken policy", (engine) => {
  test("come to the address that every page names, in each browser’s shape, and are counted once for each kind", async () => {
    const shop = await open(engine);
    const { headers } = await rawRequest(shop, "/storefront/");
    expect(headers.get("reporting-endpoints")).toBe(`csp="${cspReportPath}"`);
    expect(headers.get("content-security-policy")).toContain(`report-to csp;report-uri ${cspReportPath}`);

    const older = {
      // WebKit sends the fields `type` and `url` too.
      type: "csp-violation",
      url: `${own}/`,
      "csp-report": { "violated-directive": "script-src-elem x", "blocked-uri": "inline", "document-uri": `${own}/storefront/` },
    };
    const answers = [
      await send(shop, [violation({}), violation({})]),
      await send(shop, older, { "content-type": "application/csp-report" }),
      // A report as WebKit sends it.
      await send(shop, violation({}), { "content-type": "application/csp-report" }),
    ];

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ""],
      [204, ""],
      [204, ""],
    ]);
    expect(await kindsIn(shop)).toEqual([{ directive: "script-src-elem", blocked: "inline", screen: "home", count: 3 }]);
    const lines = shop.log.filter((line) => line.includes("broke its content security policy"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, blocked: "inline", screen: "home" }]);
  });

  test("come by the older way from pages on plain http, where browsers have no other", async () => {
    const shop = await openShop({ engine, pays: false, products: "none" });
    const { headers } = await rawRequest(shop, "/storefront/");
    expect(headers.get("reporting-endpoints")).toBeUndefined();
    expect(headers.get("content-security-policy")).not.toContain("report-to");
    expect(headers.get("content-security-policy")).toContain(`report-uri ${cspReportPath}`);
  });

  test("leave no address, token, id or script, neither in the database nor in the log", async () => {
    const shop = await open(engine);
    const documentURL = `${own}/storefront/checkout/confirmation/${order}/?token=abc#part`;

    await send(shop, [
      violation({ documentURL, blockedURL: `https://ann:secret@evil.example/${order}?email=ann@example.com` }),
      violation({ documentURL, blockedURL: `chrome-extension://${order}/script.js` }),
      violation({ documentURL, blockedURL: `${own}/storefront/${order}` }),
      violation({ documentURL, effectiveDirective: `script-src ${order}`, blockedURL: order }),
      violation({ documentURL: "https://other.example/storefront/" }),
      { type: "deprecation", body: { id: order } },
    ]);

    expect((await kindsIn(shop)).map(({ blocked, screen }) => [blocked, screen])).toEqual([
      ["chrome-extension:", "checkout-confirmation"],
      ["https://evil.example", "checkout-confirmation"],
      ["other", "checkout-confirmation"],
      ["self", "checkout-confirmation"],
    ]);
    const stored = JSON.stringify(await shop.shop.db.selectFrom("csp_report").selectAll().execute());
    expect(stored + shop.log.join("")).not.toMatch(/0123456789abcdef|token|ann@example|ann:|secret/);
  });

  test("of one network are read twenty times a minute, and others are still heard", async () => {
    const shop = await open(engine);
    const from = (address: string) => send(shop, [violation({})], { "x-forwarded-for": address });
    for (let n = 0; n < 20; n++) expect((await from("203.0.113.7")).status).toBe(204);

    const refused = await from("203.0.113.7");

    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect((await from("198.51.100.7")).status).toBe(204);
    expect(await kindsIn(shop)).toMatchObject([{ count: 21 }]);
    shop.pass(61_000);
    expect((await from("203.0.113.7")).status).toBe(204);
  });

  test("of however many networks take no more than five hundred rows, and end after 30 days", async () => {
    const shop = await open(engine);
    for (let n = 0; n < 11; n++) {
      const many = Array.from({ length: 50 }, (_, at) => violation({ blockedURL: `https://evil-${n}-${at}.example` }));
      expect((await send(shop, many, { "x-forwarded-for": `203.0.${n}.7` })).status).toBe(204);
    }
    expect(await kindsIn(shop)).toHaveLength(500);

    await deleteOldViolations(shop.shop.db, shop.shop.now() + 29 * 24 * 3_600_000);
    expect(await kindsIn(shop)).toHaveLength(500);
    await deleteOldViolations(shop.shop.db, shop.shop.now() + 31 * 24 * 3_600_000);
    expect(await kindsIn(shop)).toEqual([]);
  });

  test("that are large, broken, or of another type are refused, and nothing is counted", async () => {
    const shop = await open(engine);

    const answers = [
      await send(shop, [violation({ blockedURL: "x".repeat(17_000) })]),
      await send(shop, "{"),
      await send(shop, { "csp-report": 7 }, { "content-type": "application/csp-report" }),
      await send(
        shop,
        Array.from({ length: 51 }, () => violation({})),
      ),
      await send(shop, [violation({})], { "content-type": "application/json" }),
      await send(shop, "a=b", { "content-type": "application/x-www-form-urlencoded" }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([413, 400, 400, 400, 415, 415]);
    expect(await kindsIn(shop)).toEqual([]);
  });
});

test("more than a thousand requests in an hour are not read, whoever sends them", async () => {
  const shop = await open("sqlite");
  for (let n = 0; n < 1000; n++)
    await send(shop, [violation({})], { "x-forwarded-for": `203.${n % 200}.${Math.floor(n / 200)}.7` });

  expect((await send(shop, [violation({})], { "x-forwarded-for": "198.51.100.7" })).status).toBe(429);
  expect(await kindsIn(shop)).toMatchObject([{ count: 1000 }]);
});
