import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { address, cards, shopperAt } from "../payments/shopper.ts";
import { engines, openShop } from "../support/shop.ts";

type Value = { stringValue?: string; intValue?: number };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: { key: string; value: Value }[];
};
type Batch = {
  resourceSpans: { resource: { attributes: { key: string; value: Value }[] }; scopeSpans: { spans: Span[] }[] }[];
};

/** A collector that records what an OpenTelemetry collector would receive. */
async function openCollector() {
  const sent: string[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    if (req.url === "/v1/traces") sent.push(Buffer.concat(chunks).toString());
    res.setHeader("Content-Type", "application/json").end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const batches = () => sent.flatMap((text) => (JSON.parse(text) as Batch).resourceSpans);
  const spans = () => batches().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  return { url, sent, batches, spans };
}

const attribute = (span: { attributes: { key: string; value: Value }[] } | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

/** Batches are sent every five seconds. */
const until = <Found>(look: () => Found) => vi.waitFor(look);

test.each(engines)(
  "on %s a payment is one trace with its statements and its gateway, and so is each of its jobs",
  async (engine) => {
    const collector = await openCollector();
    const shop = await openShop({ engine, env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    const shopper = await shopperAt(shop, { email: "mary.traced@example.com" });
    expect((await shopper.pay()).status).toBe(200);
    await shop.runJobs();

    const [payment, capture] = await until(() => {
      const found = ["POST /storefront/checkout/payment", "job capture"].map((name) =>
        collector.spans().find((span) => span.name === name),
      );
      expect(found).not.toContain(undefined);
      return found;
    });

    expect(payment?.kind).toBe(2);
    expect(payment?.parentSpanId).toBeUndefined();
    expect(attribute(payment, "http.response.status_code")).toBe(200);
    expect(attribute(payment, "storefront.request_id")).toMatch(/^[\da-z]{4}-/);
    // The order's jobs name the request that they belong to.
    expect(attribute(capture, "storefront.request_id")).toBe(attribute(payment, "storefront.request_id"));
    const within = (span: Span | undefined) => collector.spans().filter(({ traceId }) => traceId === span?.traceId);
    await until(() => expect(within(payment).map(({ name }) => name)).toContain("gateway authorize"));
    expect(within(capture).map(({ name }) => name)).toContain("gateway capture");
    expect(within(payment).filter((span) => attribute(span, "db.query.text")).length).toBeGreaterThan(20);
    expect(within(payment).every(({ spanId, parentSpanId }) => parentSpanId !== undefined || spanId === payment?.spanId)).toBe(
      true,
    );
    expect(attribute(collector.batches()[0]?.resource, "service.name")).toBe("storefront");
    const all = collector.sent.join("");
    for (const typed of ["mary.traced", address.streetAddress1, cards.good, shopper.checkoutId]) expect(all).not.toContain(typed);
  },
);

test("a page that cannot be made is a failed span, and so is its statement", async () => {
  const collector = await openCollector();
  const shop = await openShop({ pays: false, env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` } });
  await shop.shop.db.schema.dropTable("banner").execute();

  expect((await fetch(`${shop.url}/storefront/`)).status).toBe(500);

  await until(() => {
    const failed = collector.spans().filter(({ status }) => status.code === 2);
    expect(failed.map(({ name }) => name).sort()).toEqual(["GET /storefront/", "select"]);
  });
});

test("a request that its sender gives up is a span with status 499", async () => {
  const collector = await openCollector();
  const shop = await openShop({ pays: false, env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  socket.end("POST /storefront/cart/ HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 9\r\n\r\n{", () => socket.destroy());

  const span = await until(() => {
    const found = collector.spans().find(({ attributes }) => attribute({ attributes }, "url.path") === "/storefront/cart/");
    expect(found).toBeDefined();
    return found;
  });
  expect(attribute(span, "http.response.status_code")).toBe(499);
});

test.each([
  { proxies: "0", continued: false },
  { proxies: "1", continued: true },
])("behind $proxies proxies a caller's trace is gone on with: $continued", async ({ proxies, continued }) => {
  const collector = await openCollector();
  const shop = await openShop({
    pays: false,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, TRUST_PROXY: proxies },
  });
  const traceId = "0af7651916cd43dd8448eb211c80319c";

  await fetch(`${shop.url}/storefront/cart/`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });

  const span = await until(() => {
    const found = collector.spans().find(({ name }) => name === "GET /storefront/cart/");
    expect(found).toBeDefined();
    return found;
  });
  expect([span?.traceId === traceId, span?.parentSpanId === "b7ad6b7169203331"]).toEqual([continued, continued]);
});

test("the sampler's variables say which traces are sent", async () => {
  const collector = await openCollector();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0",
    OTEL_BSP_SCHEDULE_DELAY: "50",
    TRUST_PROXY: "1",
  };
  const shop = await openShop({ pays: false, env });
  const traceId = "0af7651916cd43dd8448eb211c80319c";

  await fetch(`${shop.url}/storefront/cart/`);
  await fetch(`${shop.url}/storefront/cart/`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });

  await until(() => expect(collector.spans().map(({ name }) => name)).toContain("GET /storefront/cart/"));
  expect(new Set(collector.spans().map((span) => span.traceId))).toEqual(new Set([traceId]));
});

test.each([{ OTEL_TRACES_EXPORTER: "none" }, { OTEL_SDK_DISABLED: "true" }])("nothing is traced with %o", async (off) => {
  const collector = await openCollector();
  const { shop } = await openShop({ pays: false, env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...off } });
  expect(shop.config.tracing).toBeUndefined();
});

test("without its collector the shop goes on, and ends in time", async () => {
  const shop = await openShop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" } });
  expect((await (await shopperAt(shop)).pay()).status).toBe(200);
});
