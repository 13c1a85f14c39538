import { z } from "zod";
import { hostPrefix } from "../web/cookies.ts";
import type { StrictTransport } from "../web/headers.ts";
import { addressWith, ConfigError, flag, isOrigin, type Values } from "./values.ts";

const portText = "must be a port number from 0 to 65535";
const secondsText = "must be a number of seconds from 0 to 63072000 (two years)";
const drainText = "must be a number of seconds from 0 to 3600";
const proxiesText = "must be the number of proxies in front of the shop, 0 to 10";

export const addressVariables = {
  PORT: z.coerce.number(portText).int().min(0, portText).max(65535, portText).default(3000),
  METRICS_PORT: z.coerce.number(portText).int().min(0, portText).max(65535, portText).optional(),
  HOST: z.string().min(1, "must be an IP address or host name to listen on").default("127.0.0.1"),
  PUBLIC_URL: addressWith(["http:", "https:"], "the shop's own http(s) address, such as https://shop.example").optional(),
  TRUST_PROXY: z.coerce.number(proxiesText).int().min(0, proxiesText).max(10, proxiesText).default(0),
  DRAIN_SECONDS: z.coerce.number(drainText).int(drainText).min(0, drainText).max(3600, drainText).default(0),
  HSTS_SECONDS: z.coerce
    .number(secondsText)
    .int(secondsText)
    .min(0, secondsText)
    .max(63_072_000, secondsText)
    .default(31_536_000),
  HSTS_SUBDOMAINS: flag.default(false),
  SECURITY_CONTACT: addressWith(
    ["mailto:", "https:", "tel:"],
    "an address for reports of weaknesses, such as mailto:security@shop.example",
  ).optional(),
  COOKIE_PREFIX: z
    .string()
    .regex(/^(__Host-|[A-Za-z0-9][A-Za-z0-9_-]{0,31})$/, "must be __Host-, or up to 32 letters, digits, _, and -, such as shop_")
    .default(""),
  STAFF_HOST: z
    .string()
    .toLowerCase()
    .regex(
      /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/,
      "must be a host name without a path, such as staff.shop.example",
    )
    .optional(),
  EMBED_ORIGINS: z
    .string()
    .transform((text) => text.split(",").map((each) => each.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      "must be https origins separated by commas, exactly as browsers send them, such as https://blog.example,https://www.example:8443",
    )
    .default([]),
};

type AddressValues = Values<typeof addressVariables>;

/**
 * The addresses of the shop: where it listens, its own address, and the pages that share cookies or
 * origins with it.
 */
export type AddressConfig = {
  host: string;
  port: number;
  /** the port of /metrics on the same host; undefined: no metrics */
  metricsPort: number | undefined;
  /**
   * the shop's origin for all absolute addresses, without a final slash; undefined until the port
   * is known
   */
  publicUrl: string | undefined;
  trustProxy: number;
  /** seconds after SIGTERM for which the shop still serves while it reports that it is not ready */
  drainSeconds: number;
  /** the Strict-Transport-Security header, sent if `publicUrl` is https */
  strictTransport: StrictTransport;
  /** the contact for reports of weaknesses; undefined: the shop's email address */
  securityContact: string | undefined;
  /** the prefix of the names of all cookies and of all keys in browser storage; empty: no prefix */
  cookiePrefix: string;
  /** the only host of `/staff/`, with its port if any; undefined: the shop's own host */
  staffHost: string | undefined;
  /** origins, in the form that browsers send, whose pages may embed islands of this shop */
  embedOrigins: readonly string[];
};

export const addressesOf = (values: AddressValues): AddressConfig => ({
  host: values.HOST,
  port: values.PORT,
  metricsPort: values.METRICS_PORT,
  publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ""),
  trustProxy: values.TRUST_PROXY,
  drainSeconds: values.DRAIN_SECONDS,
  strictTransport: { maxAge: values.HSTS_SECONDS, includeSubDomains: values.HSTS_SUBDOMAINS },
  securityContact: values.SECURITY_CONTACT,
  cookiePrefix: values.COOKIE_PREFIX,
  staffHost: values.STAFF_HOST,
  embedOrigins: values.EMBED_ORIGINS,
});

export function addressGaps({ PUBLIC_URL: url, TRUST_PROXY: proxies }: AddressValues): string[] {
  if (!url) return ["PUBLIC_URL must be set in production: the shop's own address, such as https://shop.example"];
  if (!url.startsWith("https:") || proxies > 0) return [];
  return [
    "TRUST_PROXY must be 1 or more with an https PUBLIC_URL: the number of proxies in front, as the shop itself speaks http; without it all shoppers share the proxy's address and its limits",
  ];
}

/**
 * Throws a ConfigError for unsafe addresses. The metrics need a port of their own, since shoppers
 * must not read them. The prefix `__Host-` needs production and an https address, since browsers
 * reject a `__Host-` cookie that is not Secure or does not come over https.
 */
export function refuseAddresses(
  { COOKIE_PREFIX: prefix, PUBLIC_URL: url, STAFF_HOST: staffHost, EMBED_ORIGINS, PORT, METRICS_PORT }: AddressValues,
  production: boolean,
): void {
  if (METRICS_PORT === PORT && PORT !== 0) throw new ConfigError("METRICS_PORT must be another port than PORT");
  if (prefix === hostPrefix && !(production && url?.startsWith("https:")))
    throw new ConfigError(
      "COOKIE_PREFIX can be __Host- only in production with an https PUBLIC_URL: otherwise browsers drop such cookies",
    );
  if (staffHost !== undefined && url !== undefined && new URL(url).host === staffHost)
    throw new ConfigError("STAFF_HOST must be another host than PUBLIC_URL's; leave it out for /staff/ on the shop's own");
  if (production && EMBED_ORIGINS.some((origin) => origin.startsWith("http:")))
    throw new ConfigError("EMBED_ORIGINS can have only https origins in production");
}
