import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Request } from "express";
import type { TracingSettings } from "../config/tracing.ts";
import type { JobWorker } from "../jobs/run-job.ts";
import type { Gateway } from "../payments/gateways/gateway.ts";
import { loggedPath } from "../web/log.ts";
import { headerOf } from "../web/raw-headers.ts";
import type { Render } from "../web/view.ts";
import { samplerOf } from "./sampler.ts";

/**
 * Functions that wrap parts of the shop, so that these do not depend on traces. No trace contains
 * values that a shopper typed.
 */
export type Tracing = {
  /** Answers a request within its own span. */
  request(req: IncomingMessage, res: ServerResponse, answer: () => void): void;
  render(render: Render): Render;
  /** Records a statement that has ended; `ms` is its duration. Its text contains no values. */
  statement(text: string, ms: number, failed: boolean): void;
  gateway(gateway: Gateway): Gateway;
  jobs(workers: Record<string, JobWorker>): Record<string, JobWorker>;
  /** Sends the remaining spans, for at most five seconds. */
  close(): Promise<void>;
};

const closeWithin = 5000;

/** The format of the caller's span, which a proxy in front of the shop passes on. */
const parentFormat = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

function parentOf(req: IncomingMessage) {
  const [, traceId, spanId, flags] = parentFormat.exec(headerOf(req, "traceparent") ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true });
}

/**
 * Sends traces to a collector as OTLP in JSON; OpenTelemetry's variables set names and headers. If
 * the collector does not respond, only spans are lost.
 */
export function openTracing({ url, sampler, batch }: TracingSettings, { trustProxy }: { trustProxy: number }): Tracing {
  const resource = resourceFromAttributes({ "service.name": "storefront" });
  const provider = new TracerProvider({
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }), ...batch })],
  });
  const tracer = provider.getTracer("storefront");
  const current = new AsyncLocalStorage<Span>();
  const parent = () => {
    const span = current.getStore();
    return span ? trace.setSpan(ROOT_CONTEXT, span) : undefined;
  };
  const fail = (span: Span) => void span.setStatus({ code: SpanStatusCode.ERROR });

  /** Runs a function in a child of the current span, or in a new span if there is none. */
  async function within<Value>(name: string, kind: SpanKind, attributes: Attributes, run: () => Promise<Value>): Promise<Value> {
    const span = tracer.startSpan(name, { kind, attributes }, parent() ?? ROOT_CONTEXT);
    try {
      return await current.run(span, run);
    } catch (error) {
      fail(span);
      throw error;
    } finally {
      span.end();
    }
  }

  const call = <Input, Answer extends object>(name: string, make: (request: Input) => Promise<Answer>) => {
    return (request: Input): Promise<Answer> => within(`gateway ${name}`, SpanKind.CLIENT, {}, () => make(request));
  };

  return {
    request(req, res, answer) {
      const { method = "", url = "" } = req;
      const attributes = { "http.request.method": method, "url.path": loggedPath(url), "storefront.request_id": req.requestId };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, trustProxy > 0 ? parentOf(req) : ROOT_CONTEXT);
      res.once("close", () => {
        const pattern: unknown = (req as Request).route?.path;
        if (typeof pattern === "string") span.setAttribute("http.route", pattern).updateName(`${method} ${pattern}`);
        span.setAttribute("http.response.status_code", res.writableFinished ? res.statusCode : 499);
        if (res.statusCode >= 500) fail(span);
        span.end();
      });
      current.run(span, answer);
    },
    render: (render) => (view, page) => {
      const context = parent();
      if (context === undefined) return render(view, page);
      const span = tracer.startSpan(`render ${view.name}`, {}, context);
      try {
        return render(view, page);
      } finally {
        span.end();
      }
    },
    statement(text, ms, failed) {
      const context = parent();
      // Statements outside requests and jobs belong to timers. There are thousands of them, and
      // they are of no use.
      if (context === undefined) return;
      const endTime = Date.now();
      const attributes = { "db.query.text": text };
      const [name = "query"] = text.split(" ", 1);
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: endTime - ms, attributes }, context);
      if (failed) fail(span);
      span.end(endTime);
    },
    gateway: (gateway) => ({
      ...gateway,
      authorize: call("authorize", gateway.authorize),
      capture: call("capture", gateway.capture),
      giveBack: call("giveBack", gateway.giveBack),
      lookup: call("lookup", gateway.lookup),
      list: call("list", gateway.list),
      check: call("check", gateway.check),
      closePage: gateway.closePage && call("closePage", gateway.closePage),
    }),
    jobs: (workers) =>
      Object.fromEntries(
        Object.entries(workers).map(([kind, work]): [string, JobWorker] => [
          kind,
          (payload, job) => {
            const attributes = { "storefront.tries": job.tries, "storefront.request_id": job.request_id ?? "" };
            return within(`job ${kind}`, SpanKind.CONSUMER, attributes, () => work(payload, job));
          },
        ]),
      ),
    async close() {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, closeWithin);
      await Promise.race([provider.shutdown().catch(() => {}), timer.promise]);
      clearTimeout(timeout);
    },
  };
}
