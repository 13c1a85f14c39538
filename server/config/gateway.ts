import { z } from "zod";
import { isClosedLine } from "../payments/gateways/closed-line.ts";
import { ConfigError, flag, type Values } from "./values.ts";

const adapters = ["http", "authorize-net", "nmi", "stripe"] as const;

/** The vendors' addresses, which PAYMENT_GATEWAY_URL replaces. */
const usualUrls = {
  http: undefined,
  "authorize-net": "https://api.authorize.net/xml/v1/request.api",
  nmi: "https://secure.nmi.com/api/",
  stripe: "https://api.stripe.com",
} as const;

export const gatewayVariables = {
  PAYMENT_GATEWAY: z.enum(adapters, "must be http, authorize-net, nmi or stripe").default("http"),
  PAYMENT_GATEWAY_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && isClosedLine(text),
      "must be the payment gateway's https address, or an http address on this machine: card details are never sent unencrypted",
    )
    .optional(),
  PAYMENT_GATEWAY_LOGIN: z.string().optional(),
  PAYMENT_GATEWAY_SECRET: z.string().optional(),
  PAYMENT_GATEWAY_WEBHOOK_SECRET: z.string().optional(),
  PAYMENT_CARD_FORM: z.enum(["own", "hosted"], "must be own or hosted").optional(),
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

/** Where shoppers can type their cards with each gateway; the first one is the default. */
const cardForms: Readonly<Record<GatewayValues["PAYMENT_GATEWAY"], readonly CardForm[]>> = {
  http: ["own", "hosted"],
  "authorize-net": ["own", "hosted"],
  nmi: ["own"],
  stripe: ["hosted"],
};

/** Where shoppers type their cards: on the shop's own form, or on a page of the gateway. */
export type CardForm = "own" | "hosted";

export function cardFormOf({ PAYMENT_GATEWAY: adapter, PAYMENT_CARD_FORM: wanted }: GatewayValues): CardForm {
  const [usual = "own", ...others] = cardForms[adapter];
  if (wanted === undefined || wanted === usual || others.includes(wanted)) return wanted ?? usual;
  throw new ConfigError(`PAYMENT_CARD_FORM must be ${usual} with PAYMENT_GATEWAY=${adapter}`);
}

type GatewayValues = Values<typeof gatewayVariables>;

/** How to call the gateway, by the adapter of this name (payments/gateways/open.ts). */
export type GatewaySettings = {
  adapter: (typeof adapters)[number];
  url: string;
  /** the gateway's name of the merchant's account, where it has one */
  login?: string;
  secret: string;
  /** undefined: the gateway's webhooks are not read */
  webhookSecret?: string;
};

/** Undefined if no gateway is set. */
export function gatewayOf(values: GatewayValues): GatewaySettings | undefined {
  const { PAYMENT_GATEWAY: adapter, PAYMENT_GATEWAY_LOGIN: login, PAYMENT_GATEWAY_SECRET: secret } = values;
  const url = values.PAYMENT_GATEWAY_URL ?? usualUrls[adapter];
  if (!url) return undefined;
  if (!secret) throw new ConfigError(`PAYMENT_GATEWAY_SECRET must be set: ${secretWords[adapter]}`);
  if (adapter === "authorize-net" && !login)
    throw new ConfigError("PAYMENT_GATEWAY_LOGIN must be set: the API login ID of the Authorize.Net account");
  const { PAYMENT_GATEWAY_WEBHOOK_SECRET: webhookSecret } = values;
  return { adapter, url, secret, ...(login && { login }), ...(webhookSecret && { webhookSecret }) };
}

const secretWords = {
  http: "the secret that the payment gateway at PAYMENT_GATEWAY_URL knows",
  "authorize-net": "the transaction key of the Authorize.Net account",
  nmi: "the security key of the NMI account",
  stripe: "the secret key of the Stripe account",
} as const;

export const gatewayGaps = ({
  PAYMENT_GATEWAY: adapter,
  PAYMENT_GATEWAY_URL: url,
  ALLOW_TEST_GATEWAY: allowed,
}: GatewayValues) =>
  url || adapter !== "http" || allowed
    ? []
    : [
        "PAYMENT_GATEWAY must name a gateway in production, or PAYMENT_GATEWAY_URL one of your own (or ALLOW_TEST_GATEWAY=1, to try the shop with test cards)",
      ];
