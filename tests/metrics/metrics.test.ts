import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { linePath } from "../../server/checkout/cart-paths.ts";
import { metricsServer } from "../../server/metrics/server.ts";
import { release } from "../../server/release.ts";
import { cards, shopperAt } from "../payments/shopper.ts";
import { freePort } from "../support/free-port.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { engines, openShop } from "../support/shop.ts";
import { rawRequest } from "../web/raw-http.ts";
import { samplesOf, scrape, sumOf } from "./scrape.ts";

const withMetrics = { METRICS_PORT: "9464" };

describe.each(engines)("a scrape, on %s", (engine) => {
  test("has requests, pages, jobs, payments, refusals, and the process", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 1 }, env: withMetrics });
    const [paid, late] = [await shopperAt(shop), await shopperAt(shop)];
    expect((await paid.pay(cards.declined)).status).toBe(402);
    expect((await paid.pay()).status).toBe(200);
    expect((await late.pay()).status).toBe(409);
    for (let n = 0; n < 3; n++) await rawRequest(shop, "/storefront/");
    const far = shop.shop.now() - 7_200_000;
    const job = { kind: "capture", subject: "x", payload: "{}", created_at: far, lease_until: shop.shop.now() + 50_000 };
    await shop.shop.db
      .insertInto("job")
      .values({ ...job, id: "late", run_at: far })
      .execute();

    const samples = await scrape(shop);

    const payments = (outcome: string) => sumOf(samples, "storefront_payments_total", { outcome });
    expect([payments("paid"), payments("declined"), payments("out_of_stock")]).toEqual([1, 1, 1]);
    expect(sumOf(samples, "storefront_stock_conflicts_total")).toBe(1);
    expect(sumOf(samples, "storefront_refusals_total", { route: "/storefront/checkout/payment", code: "declined" })).toBe(1);
    const ofPayment = { method: "POST", route: "/storefront/checkout/payment" };
    expect(sumOf(samples, "storefront_http_requests_total", { ...ofPayment, status: "402" })).toBe(1);
    expect(sumOf(samples, "storefront_http_request_duration_seconds_count", { route: ofPayment.route })).toBe(3);
    // The page is made once, then served from memory: both count under the route's pattern.
    expect(sumOf(samples, "storefront_http_requests_total", { method: "GET", route: "/storefront/", status: "200" })).toBe(3);
    expect(sumOf(samples, "storefront_page_cache_answers_total", { result: "made" })).toBe(1);
    expect(sumOf(samples, "storefront_page_cache_answers_total", { result: "memory" })).toBe(2);
    expect(sumOf(samples, "storefront_render_duration_seconds_count", { view: "content/home" })).toBe(1);
    expect(sumOf(samples, "storefront_page_cache_entries")).toBe(1);
    expect(sumOf(samples, "storefront_page_cache_bytes")).toBeGreaterThan(2000);
    expect(sumOf(samples, "storefront_database_statement_duration_seconds_count", { statement: "select" })).toBeGreaterThan(9);
    const files = engine === "sqlite" ? ["data", "log"] : [];
    const sized = samples.filter(({ name, value }) => name === "storefront_database_file_bytes" && value > 4000);
    expect(sized.map(({ labels }) => labels.file)).toEqual(files);
    expect(sumOf(samples, "storefront_jobs", { lane: "money", state: "waiting" })).toBeGreaterThanOrEqual(1);
    expect(sumOf(samples, "storefront_job_age_seconds", { lane: "money" })).toBeGreaterThanOrEqual(7200);
    expect(samples.filter(({ name }) => name === "storefront_payment_attempts").map(({ labels }) => labels.state)).toContain(
      "unknown",
    );
    const guests = { limit: "declined cards", group: "guests" };
    expect(sumOf(samples, "storefront_shop_limit_tries", guests)).toBe(1);
    expect(sumOf(samples, "storefront_shop_limit_ratio", { ...guests, effect: "work" })).toBeCloseTo(1 / 150);
    expect(sumOf(samples, "storefront_database_up")).toBe(1);
    expect(sumOf(samples, "storefront_build_info", { release })).toBe(1);
    // Builds of one version have different hashes of their content.
    expect(release).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
    expect(shop.log.some((line) => line.includes(`"release":"${release}"`) && line.includes('"msg":"starting"'))).toBe(true);
    expect(samples.some(({ name }) => name === "nodejs_eventloop_lag_p99_seconds")).toBe(true);
    expect(samples.some(({ name }) => name === "storefront_database_connections")).toBe(engine === "postgres");
    // Each request is counted once, however often the metrics are read.
    expect(sumOf(await scrape(shop), "storefront_http_requests_total", { route: "/storefront/" })).toBe(3);
  });
});

test("what finds no place is counted by the route that would have answered, and by its class", async () => {
  const shop = await openShop({ pays: false, env: withMetrics, bounds: { page: { atOnce: 0, waiting: 0 } } });
  const browser = shop.browser();
  await browser.token();
  const confirmation = (id: string) => browser.get(`/storefront/checkout/confirmation/${id.repeat(32)}/`);
  expect([(await confirmation("a")).status, (await confirmation("b")).status]).toEqual([503, 503]);
  expect((await browser.get("/somewhere/storefront/products/some-seeds/?x=1")).status).toBe(503);

  const refused = (await scrape(shop)).filter(({ name }) => name === "storefront_overload_refusals_total");

  expect(refused.map(({ labels, value }) => [labels.class, labels.route, value])).toEqual([
    ["checkout", "/storefront/checkout/confirmation/:orderId/", 2],
    ["catalog", "/storefront/products/:slug/", 1],
  ]);
});

test("labels are of closed lists, and name nobody", async () => {
  const shop = await openShop({ pays: false, env: withMetrics });
  const browser = shop.browser();
  await rawRequest(shop, "/storefront/");
  const before = (await scrape(shop)).length;
  await rawRequest(shop, "/no/such/page", { method: "PROPFIND" });
  await browser.get("/storefront/products/none-0/");
  await browser.get("/static/none.css");
  await browser.post(linePath, { checkoutId: "ab".repeat(16), variantId: "v-2" });
  const some = await scrape(shop);
  for (let n = 1; n < 20; n++) {
    await rawRequest(shop, `/no/such/page/${n}?email=ann${n}@example.com`, { method: "PROPFIND" });
    await browser.get(`/storefront/products/none-${n}/?email=ann@example.com`);
    await browser.get(`/static/${n}.css`);
    await browser.post(linePath, { checkoutId: `${n % 10}${"cd".repeat(15)}0`, variantId: `v-${n}` });
  }
  const samples = await scrape(shop);

  expect(some.length).toBeGreaterThan(before);
  const keys = (list: typeof samples) =>
    list.filter(({ name }) => name.startsWith("storefront_")).map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
  expect(keys(samples)).toEqual(keys(some));
  const labels = keys(samples).join("\n");
  expect(labels).not.toMatch(/@|none-|(ab|cd){4}|PROPFIND|example/);
  expect(labels).toContain('"method":"other","route":"none"');
});

test("a database that does not answer is told, and the other metrics are there", async () => {
  const shop = await openShop({ pays: false, env: withMetrics });
  await shop.shop.db.schema.alterTable("job").renameTo("moved").execute();
  const samples = await scrape(shop);
  await shop.shop.db.schema.alterTable("moved").renameTo("job").execute();
  expect(sumOf(samples, "storefront_database_up")).toBe(0);
  expect(samples.some(({ name }) => name === "storefront_jobs")).toBe(false);
  expect(samples.some(({ name }) => name === "process_cpu_seconds_total")).toBe(true);
  expect(sumOf(await scrape(shop), "storefront_database_up")).toBe(1);
});

test("only a read of /metrics is answered, and none on the shop's own port", async () => {
  const shop = await openShop({ pays: false, env: withMetrics });
  if (!shop.metrics) throw new Error("no metrics");
  const server = metricsServer(shop.metrics);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ]);
  expect(samplesOf(await answer.text()).length).toBeGreaterThan(10);
  expect((await fetch(`${url}/storefront/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);
  expect((await shop.browser().get("/metrics")).status).toBe(404);
});

test("METRICS_PORT opens the port beside the shop's, and a port that is taken stops the start", async () => {
  const port = await freePort();
  const running = await runShop({ SEED: "none", METRICS_PORT: String(port) });
  onTestFinished(() => removeShop(running.directory));
  // This page is not in memory from the start.
  await fetch(`${running.url}/storefront/cart/`);
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(sumOf(samplesOf(text), "storefront_http_requests_total", { route: "/storefront/cart/" })).toBeGreaterThan(0);
  await running.end("SIGTERM");
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  await expect(runShop({ SEED: "none", METRICS_PORT: String(port) })).rejects.toThrow(
    `METRICS_PORT ${port} is used by another program`,
  );
});
