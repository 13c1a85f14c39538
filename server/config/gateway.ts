import { z } from "zod";
import { isClosedLine } from "../payments/gateways/closed-line.ts";
import { ConfigError, flag, type Values } from "./values.ts";

const adapters = ["http"] as const;

export const gatewayVariables = {
  PAYMENT_GATEWAY: z.enum(adapters, "must be http, the only adapter").default("http"),
  PAYMENT_GATEWAY_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && isClosedLine(text),
      "must be the payment gateway's https address, or an http address on this machine: card details are never sent unencrypted",
    )
    .optional(),
  PAYMENT_GATEWAY_SECRET: z.string().min(1, "must be the payment gateway's secret").optional(),
  PAYMENT_AUTHORIZATION_DAYS: z.coerce
    .number("must be a number of days from 1 to 30")
    .int("must be a number of days from 1 to 30")
    .min(1, "must be a number of days from 1 to 30")
    .max(30, "must be a number of days from 1 to 30")
    .default(7),
  ALLOW_TEST_GATEWAY: flag.default(false),
  MAX_DECLINES_PER_HOUR: z.coerce
    .number("must be a number of declined cards, 4 or more")
    .int("must be a number of declined cards, 4 or more")
    .min(4, "must be a number of declined cards, 4 or more")
    .default(600),
};

type GatewayValues = Values<typeof gatewayVariables>;

/** The gateway's address, and the adapter that calls it (payments/gateways/open.ts). */
export type GatewaySettings = { adapter: (typeof adapters)[number]; url: string; secret: string };

export function gatewayOf(values: GatewayValues): GatewaySettings | undefined {
  const { PAYMENT_GATEWAY: adapter, PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_SECRET: secret } = values;
  if (!url) return undefined;
  if (!secret) throw new ConfigError("PAYMENT_GATEWAY_SECRET must be set if PAYMENT_GATEWAY_URL is set");
  return { adapter, url, secret };
}

export const gatewayGaps = ({ PAYMENT_GATEWAY_URL: url, ALLOW_TEST_GATEWAY: allowed }: GatewayValues): string[] =>
  url || allowed
    ? []
    : ["PAYMENT_GATEWAY_URL must be set in production (or ALLOW_TEST_GATEWAY=1, to try the shop with test cards)"];
