import { z } from "zod";
import { addressWith, type Values } from "./values.ts";

const collector = addressWith(["http:", "https:"], "the http(s) address of an OpenTelemetry collector").optional();
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const ratioText = "must be a number from 0 to 1";
const countText = "must be a whole number from 1 to 1000000";
const count = z.coerce.number(countText).int(countText).min(1, countText).max(1_000_000, countText);

/**
 * OpenTelemetry's variables that decide whether traces are sent, where, and how many.
 * OpenTelemetry's own library reads the other variables, which set names and headers
 * (decisions/031).
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal("http/json", "must be http/json").optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.literal("http/json", "must be http/json").optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], "must be otlp or none").default("otlp"),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(", ")}`).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(ratioText).min(0, ratioText).max(1, ratioText).default(1),
  OTEL_BSP_SCHEDULE_DELAY: count.default(5000),
  OTEL_BSP_EXPORT_TIMEOUT: count.default(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count.default(2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count.default(512),
  OTEL_SDK_DISABLED: z.string().default("false"),
};

export type SamplerSettings = {
  name: (typeof samplers)[number];
  /** the share of traces that a ratio sampler keeps, from 0 to 1 */
  ratio: number;
};

export type TracingSettings = {
  /** the address to which traces are sent */
  url: string;
  sampler: SamplerSettings;
  /** times in ms, sizes in spans */
  batch: { scheduledDelayMillis: number; exportTimeoutMillis: number; maxQueueSize: number; maxExportBatchSize: number };
};

export type TracingConfig = {
  /** undefined: no traces are made */
  tracing: TracingSettings | undefined;
};

export function tracingOf(values: Values<typeof tracingVariables>): TracingConfig {
  const isOff = values.OTEL_TRACES_EXPORTER === "none" || values.OTEL_SDK_DISABLED.toLowerCase() === "true";
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "");
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (isOff || url === undefined) return { tracing: undefined };
  const sampler = { name: values.OTEL_TRACES_SAMPLER, ratio: values.OTEL_TRACES_SAMPLER_ARG };
  const batch = {
    scheduledDelayMillis: values.OTEL_BSP_SCHEDULE_DELAY,
    exportTimeoutMillis: values.OTEL_BSP_EXPORT_TIMEOUT,
    maxQueueSize: values.OTEL_BSP_MAX_QUEUE_SIZE,
    maxExportBatchSize: values.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
  };
  return { tracing: { url, sampler, batch } };
}
