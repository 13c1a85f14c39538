import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

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

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"], "must be production, development or test").default("development"),
  PORT: port.default(3000),
  HOST: z.string().min(1, "must be an address to listen on").default("127.0.0.1"),
  DATA_DIR: z.string().min(1, "must be a folder").default("./data"),
  DATABASE_URL: address(["postgres:", "postgresql:"], "a postgres:// address").optional(),
  SEED: z.enum(["demo", "none"], "must be demo or none").default("demo"),
  PUBLIC_URL: address(["http:", "https:"], "the shop's own http(s) address, such as https://shop.example").optional(),
  TRUST_PROXY: z.coerce
    .number("must be the number of proxies in front")
    .int()
    .min(0, "must be the number of proxies in front")
    .max(10, "must be the number of proxies in front")
    .default(0),
  SESSION_SECRET: z.string().min(32, "must be a random text of 32 characters or more").optional(),
  SMTP_URL: address(["smtp:", "smtps:"], "an smtp:// or smtps:// address").optional(),
  MAIL_FROM: z.string().min(3, "must be the shop's mail address").default("shop@localhost"),
  STORE_NAME: z
    .string()
    .min(1, "must be the shop's name")
    .max(60, "must be the shop's name, 60 characters at most")
    .default("Leaf & Vessel"),
  PAYMENT_GATEWAY: z.enum(["http"], "must be http, the only adapter there is").default("http"),
  PAYMENT_GATEWAY_URL: address(["http:", "https:"], "the payment gateway's http(s) address").optional(),
  PAYMENT_GATEWAY_SECRET: z.string().min(1, "must be the payment gateway's secret").optional(),
  ALLOW_TEST_GATEWAY: flag.default(false),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], "must be trace, debug, info, warn, error or silent")
    .default("info"),
  STORE_FAILPOINT: z.string().optional(),
});

type Environment = z.infer<typeof environment>;

export type Config = {
  production: boolean;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  seed: "demo" | "none";
  /** the only source of absolute addresses, without a final slash; undefined until the port is known */
  publicUrl: string | undefined;
  trustProxy: number;
  sessionSecret: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  storeName: string;
  /** undefined starts the test gateway */
  gateway: { url: string; secret: string } | undefined;
  logLevel: Environment["LOG_LEVEL"];
  /** where a test stops the process; never set in production */
  failpoint: string | undefined;
};

/** Reads and checks the environment once. Throws ConfigError with one line per variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable counts as absent: that is how compose files and shells blank one.
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
  const values = parsed.data;
  const production = values.NODE_ENV === "production";
  if (production) refuseGaps(values);
  const dataDir = resolve(values.DATA_DIR);
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    seed: values.SEED,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ""),
    trustProxy: values.TRUST_PROXY,
    sessionSecret: values.SESSION_SECRET ?? keptSecret(dataDir),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    storeName: values.STORE_NAME,
    gateway: gatewayOf(values),
    logLevel: values.LOG_LEVEL,
    failpoint: production ? undefined : values.STORE_FAILPOINT,
  };
}

function refuseGaps(values: Environment): void {
  const lacks: string[] = [];
  if (!values.SESSION_SECRET) lacks.push("SESSION_SECRET must be set in production: a random text of 32 characters or more");
  if (!values.PUBLIC_URL)
    lacks.push("PUBLIC_URL must be set in production: the shop's own address, such as https://shop.example");
  if (!values.PAYMENT_GATEWAY_URL && !values.ALLOW_TEST_GATEWAY)
    lacks.push("PAYMENT_GATEWAY_URL must be set in production (or ALLOW_TEST_GATEWAY=1 to try the shop with test cards)");
  if (lacks.length > 0) throw new ConfigError(lacks.join("\n"));
}

function gatewayOf({ PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_SECRET: secret }: Environment): Config["gateway"] {
  if (!url) return undefined;
  if (!secret) throw new ConfigError("PAYMENT_GATEWAY_SECRET must be set together with PAYMENT_GATEWAY_URL");
  return { url, secret };
}

/** Outside production a secret is made once and kept, so that cookies survive a restart. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
