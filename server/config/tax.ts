import { z } from "zod";
import { isClosedLine } from "../payments/gateways/closed-line.ts";
import { ConfigError, type Values } from "./values.ts";

const timeText = "must be a number of milliseconds from 100 to 10000";

export const taxVariables = {
  TAX_SERVICE: z.enum(["http"], "must be http, the only adapter").default("http"),
  TAX_SERVICE_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && isClosedLine(text),
      "must be the tax service's https address, or an http address on this machine",
    )
    .optional(),
  TAX_SERVICE_SECRET: z.string().min(1, "must be the tax service's secret").optional(),
  TAX_SERVICE_WHEN_AWAY: z.enum(["refuse", "table"], "must be refuse or table").default("refuse"),
  TAX_SERVICE_TIMEOUT_MS: z.coerce.number(timeText).int(timeText).min(100, timeText).max(10_000, timeText).default(3000),
};

/** The tax service's address, and the adapter that calls it (checkout/http-tax.ts). */
export type TaxServiceSettings = {
  adapter: "http";
  url: string;
  secret: string;
  deadlineMs: number;
  whenAway: "refuse" | "table";
};

/** The settings of the tax service; undefined: the built-in table calculates the tax. */
export function taxServiceOf(values: Values<typeof taxVariables>): TaxServiceSettings | undefined {
  const { TAX_SERVICE: adapter, TAX_SERVICE_URL: url, TAX_SERVICE_SECRET: secret } = values;
  if (!url) return undefined;
  if (!secret) throw new ConfigError("TAX_SERVICE_SECRET must be set if TAX_SERVICE_URL is set");
  return { adapter, url, secret, deadlineMs: values.TAX_SERVICE_TIMEOUT_MS, whenAway: values.TAX_SERVICE_WHEN_AWAY };
}
