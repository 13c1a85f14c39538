import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { newSecret } from "./ids.ts";
import { isClosedLine } from "./payments/gateways/closed-line.ts";
import { hostPrefix } from "./web/cookies.ts";
import { isLoopback } from "./web/network.ts";

/** A value of the environment that stops the start: the variable's name and what it should be. */
export class ConfigError extends Error {}

const flag = z.enum(["0", "1"], "must be 0 or 1").transform((text) => text === "1");
const port = z.coerce
  .number("must be a port number from 0 to 65535")
  .int()
  .min(0, "must be a port number from 0 to 65535")
  .max(65535, "must be a port number from 0 to 65535");
const address = (schemes: readonly string[], what: string) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), `must be ${what}`);

/** Over plain http anybody on the network path could see who signs in. */
const isIssuer = (text: string): boolean => {
  const { protocol, hostname, search, hash } = URL.parse(text) ?? {};
  return search === "" && hash === "" && (protocol === "https:" || (protocol === "http:" && isLoopback(hostname ?? "")));
};
const issuer = z.string().refine(isIssuer, "must be the provider's https address, as in its discovery document");
const clientId = z.string().max(300, "must be the client ID from the provider");
const clientSecret = z.string().max(1000, "must be the client secret from the provider");
const label = z.string().max(40, "must be the provider's name for its button, up to 40 characters");

/** Names only: an offset such as +05:00 knows no summer time. */
const isTimeZone = (text: string): boolean => {
  try {
    return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat("en-US", { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
};

/** As a browser sends it: lower case, punycode, without a default port or a final slash. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  const isName = url?.origin === text && !url.hostname.includes("*");
  return isName && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
};

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"], "must be production, development, or test").default("development"),
  PORT: port.default(3000),
  HOST: z.string().min(1, "must be an IP address or host name to listen on").default("127.0.0.1"),
  DATA_DIR: z.string().min(1, "must be a folder").default("./data"),
  DATABASE_URL: address(["postgres:", "postgresql:"], "a postgres:// address").optional(),
  SEED: z.enum(["demo", "none"], "must be demo or none").default("demo"),
  PUBLIC_URL: address(["http:", "https:"], "the shop's own http(s) address, such as https://shop.example").optional(),
  TRUST_PROXY: z.coerce
    .number("must be the number of proxies in front of the shop, 0 to 10")
    .int()
    .min(0, "must be the number of proxies in front of the shop, 0 to 10")
    .max(10, "must be the number of proxies in front of the shop, 0 to 10")
    .default(0),
  COOKIE_PREFIX: z
    .string()
    .regex(/^(__Host-|[A-Za-z0-9][A-Za-z0-9_-]{0,31})$/, "must be __Host-, or up to 32 letters, digits, _, and -, such as shop_")
    .default(""),
  EMBED_ORIGINS: z
    .string()
    .transform((text) => text.split(",").map((each) => each.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      "must be https origins separated by commas, exactly as browsers send them, such as https://blog.example,https://www.example:8443",
    )
    .default([]),
  SESSION_SECRET: z.string().min(32, "must be random text of 32 characters or more").optional(),
  SMTP_URL: address(["smtp:", "smtps:"], "an smtp:// or smtps:// address").optional(),
  MAIL_FROM: z.string().min(3, "must be the shop's email address").default("shop@localhost"),
  OWNER_MAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, "must be the owner's email address")
    .optional(),
  STORE_NAME: z
    .string()
    .min(1, "must be the shop's name")
    .max(60, "must be the shop's name, up to 60 characters")
    .default("Leaf & Vessel"),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a time zone by its name, such as America/New_York")
    .default("America/New_York"),
  PAYMENT_GATEWAY: z.enum(["http"], "must be http, the only adapter").default("http"),
  PAYMENT_GATEWAY_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && isClosedLine(text),
      "must be the payment gateway's https address, or an http address on this machine: card details are never sent unencrypted",
    )
    .optional(),
  PAYMENT_GATEWAY_SECRET: z.string().min(1, "must be the payment gateway's secret").optional(),
  ALLOW_TEST_GATEWAY: flag.default(false),
  SOCIAL_1_ISSUER: issuer.optional(),
  SOCIAL_1_CLIENT_ID: clientId.optional(),
  SOCIAL_1_CLIENT_SECRET: clientSecret.optional(),
  SOCIAL_1_LABEL: label.optional(),
  SOCIAL_2_ISSUER: issuer.optional(),
  SOCIAL_2_CLIENT_ID: clientId.optional(),
  SOCIAL_2_CLIENT_SECRET: clientSecret.optional(),
  SOCIAL_2_LABEL: label.optional(),
  SOCIAL_POPUP: flag.default(false),
  BOT_CHECK: z.enum(["work", "recaptcha"], "must be work or recaptcha").default("work"),
  BOT_CHECK_URL: address(["http:", "https:"], "the http(s) address that verifies tokens").optional(),
  BOT_CHECK_SECRET: z.string().min(1, "must be the shop's secret key for the bot check").optional(),
  BOT_CHECK_SITE_KEY: z.string().min(1, "must be the shop's site key for the bot check").optional(),
  BOT_CHECK_SCRIPT: address(["https:"], "the https address of the script that creates tokens").optional(),
  BOT_CHECK_ORIGINS: z
    .string()
    .transform((text) => text.trim().split(/\s+/))
    .refine(
      (origins) => origins.every((each) => URL.parse(each)?.origin === each && each.startsWith("https:")),
      "must be https origins separated by spaces, such as https://www.gstatic.com",
    )
    .optional(),
  BOT_CHECK_SCORE: z.coerce
    .number("must be a number from 0 to 1")
    .min(0, "must be a number from 0 to 1")
    .max(1, "must be a number from 0 to 1")
    .default(0.5),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], "must be trace, debug, info, warn, error, or silent")
    .default("info"),
  STORE_FAILPOINT: z.string().optional(),
});

type Environment = z.infer<typeof environment>;

/** One of the two OpenID Connect providers, by its place in the address. */
export type SocialSettings = { place: 1 | 2; issuer: string; clientId: string; clientSecret: string; label: string };

/** An external bot check, which verifies tokens as reCAPTCHA does. */
export type BotCheckService = {
  url: string;
  secret: string;
  siteKey: string;
  script: string;
  /** where its script, frames and calls come from */
  origins: readonly string[];
  /** the lowest score for a person, from 0 to 1 */
  score: number;
};

export type Config = {
  production: boolean;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  seed: "demo" | "none";
  /**
   * whether the demo shop's accounts may be used: outside production, where no other machine
   * reaches the shop (decisions §1)
   */
  demoAccounts: boolean;
  /**
   * the only source of absolute addresses, without a final slash; undefined until the port is known
   */
  publicUrl: string | undefined;
  /** put before the specified names of cookies, and before those of browser storage */
  cookiePrefix: string;
  /** origins whose pages may hold islands of this shop, as browsers send them */
  embedOrigins: readonly string[];
  trustProxy: number;
  sessionSecret: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** receives emails about requests that the owner has to answer */
  ownerMail: string | undefined;
  storeName: string;
  /** in which dates are shown and deliveries are counted, by IANA name */
  timeZone: string;
  /** undefined starts the test gateway */
  gateway: { url: string; secret: string } | undefined;
  /** none lets the demo providers run, outside production and on a loopback address */
  social: readonly SocialSettings[];
  /** whether social sign-in opens a popup instead of leaving the page */
  socialPopup: boolean;
  /** undefined: browsers solve a task, without an external service */
  botCheck: BotCheckService | undefined;
  logLevel: Environment["LOG_LEVEL"];
  /** where a test stops the process; never set in production */
  failpoint: string | undefined;
};

/**
 * Reads and checks the environment once. Throws ConfigError with one line per variable that is
 * wrong.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable counts as absent: compose files and shells unset one so.
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
  const values = parsed.data;
  const production = values.NODE_ENV === "production";
  if (production) refuseGaps(values);
  refuseHostPrefix(values);
  if (production && values.EMBED_ORIGINS.some((origin) => origin.startsWith("http:")))
    throw new ConfigError("EMBED_ORIGINS can have only https origins in production");
  const dataDir = resolve(values.DATA_DIR);
  makeFolder(dataDir);
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    seed: values.SEED,
    demoAccounts: !production && isLoopback(values.HOST),
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ""),
    cookiePrefix: values.COOKIE_PREFIX,
    embedOrigins: values.EMBED_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    sessionSecret: values.SESSION_SECRET ?? keptSecret(dataDir),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    ownerMail: values.OWNER_MAIL,
    storeName: values.STORE_NAME,
    timeZone: values.SHOP_TIME_ZONE,
    gateway: gatewayOf(values),
    social: ([1, 2] as const).flatMap((place) => socialOf(values, place) ?? []),
    socialPopup: values.SOCIAL_POPUP,
    botCheck: botCheckOf(values),
    logLevel: values.LOG_LEVEL,
    failpoint: production ? undefined : values.STORE_FAILPOINT,
  };
}

function refuseGaps(values: Environment): void {
  const lacks: string[] = [];
  if (!values.SESSION_SECRET) lacks.push("SESSION_SECRET must be set in production: random text of 32 characters or more");
  if (!values.PUBLIC_URL)
    lacks.push("PUBLIC_URL must be set in production: the shop's own address, such as https://shop.example");
  if (!values.PAYMENT_GATEWAY_URL && !values.ALLOW_TEST_GATEWAY)
    lacks.push("PAYMENT_GATEWAY_URL must be set in production (or ALLOW_TEST_GATEWAY=1, to try the shop with test cards)");
  if (lacks.length > 0) throw new ConfigError(lacks.join("\n"));
}

/** Browsers drop a `__Host-` cookie that is not Secure, and one that did not come over https. */
function refuseHostPrefix({ COOKIE_PREFIX: prefix, NODE_ENV: mode, PUBLIC_URL: url }: Environment): void {
  if (prefix === hostPrefix && !(mode === "production" && url?.startsWith("https:")))
    throw new ConfigError(
      "COOKIE_PREFIX can be __Host- only in production with an https PUBLIC_URL: otherwise browsers drop such cookies",
    );
}

function gatewayOf({ PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_SECRET: secret }: Environment): Config["gateway"] {
  if (!url) return undefined;
  if (!secret) throw new ConfigError("PAYMENT_GATEWAY_SECRET must be set if PAYMENT_GATEWAY_URL is set");
  return { url, secret };
}

/** All four values of a provider, or none. */
function socialOf(values: Environment, place: 1 | 2): SocialSettings | undefined {
  const names = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "LABEL"] as const;
  const lacking = names.filter((name) => values[`SOCIAL_${place}_${name}`] === undefined);
  if (lacking.length === names.length) return undefined;
  if (lacking.length > 0)
    throw new ConfigError(
      lacking.map((name) => `SOCIAL_${place}_${name} must be set if other SOCIAL_${place}_ values are set`).join("\n"),
    );
  const [issuer = "", clientId = "", clientSecret = "", label = ""] = names.map((name) => values[`SOCIAL_${place}_${name}`]);
  return { place, issuer, clientId, clientSecret, label };
}

function botCheckOf(values: Environment): BotCheckService | undefined {
  if (values.BOT_CHECK === "work") return undefined;
  const { BOT_CHECK_URL: url, BOT_CHECK_SECRET: secret, BOT_CHECK_SITE_KEY: siteKey, BOT_CHECK_SCRIPT: script } = values;
  const needs = { BOT_CHECK_URL: url, BOT_CHECK_SECRET: secret, BOT_CHECK_SITE_KEY: siteKey, BOT_CHECK_SCRIPT: script };
  const lacks = Object.entries(needs).flatMap(([name, value]) => (value ? [] : [`${name} must be set if BOT_CHECK=recaptcha`]));
  if (!url || !secret || !siteKey || !script) throw new ConfigError(lacks.join("\n"));
  const origins = [...new Set([new URL(script).origin, ...(values.BOT_CHECK_ORIGINS ?? [])])];
  return { url, secret, siteKey, script, origins, score: values.BOT_CHECK_SCORE };
}

/** Only its owner may read it when it is created. */
function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(`DATA_DIR must be a folder that can be created or written to: ${dataDir} is not`);
  }
}

/** Outside production a secret is generated once and stored, so that cookies survive a restart. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const secret = newSecret();
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
