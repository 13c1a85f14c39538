import { z } from "zod";
import { addressWith, type Values } from "./values.ts";

const collector = addressWith(["http:", "https:"], "the http(s) address of an OpenTelemetry collector").optional();

/**
 * OpenTelemetry's variables that decide whether and to which address traces are sent; its library
 * reads the others (decisions/031).
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal("http/json", "must be http/json").optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.literal("http/json", "must be http/json").optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], "must be otlp or none").default("otlp"),
  OTEL_SDK_DISABLED: z.string().default("false"),
};

export type TracingConfig = {
  /** the address to which traces are sent; undefined: none are made */
  tracesUrl: string | undefined;
};

export function tracingOf(values: Values<typeof tracingVariables>): TracingConfig {
  const isOff = values.OTEL_TRACES_EXPORTER === "none" || values.OTEL_SDK_DISABLED.toLowerCase() === "true";
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "");
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  return { tracesUrl: isOff ? undefined : url };
}
