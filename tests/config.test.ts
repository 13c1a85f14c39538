import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../server/config.ts";
import { plainProduction, production } from "./support/production.ts";

const folder = () => mkdtempSync(join(tmpdir(), "config-"));

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig({ DATA_DIR: folder(), ...env });
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

describe("the environment", () => {
  test("says nothing, and the shop runs on this machine with demo products", () => {
    const config = readConfig({ DATA_DIR: folder() });
    expect(config).toMatchObject({
      production: false,
      host: "127.0.0.1",
      port: 3000,
      seed: "demo",
      trustProxy: 0,
      timeZone: "America/New_York",
      gateway: undefined,
    });
  });

  test("reads pages from replicas of the database, one or several", () => {
    const env = { DATA_DIR: folder(), DATABASE_URL: "postgres://db/shop" };
    expect(readConfig(env).replicaUrls).toEqual([]);
    expect(readConfig({ ...env, DATABASE_REPLICA_URL: "postgres://a/shop, postgresql://b:5433/shop" }).replicaUrls).toEqual([
      "postgres://a/shop",
      "postgresql://b:5433/shop",
    ]);
  });

  test("stores pictures in a bucket, or names what its address and keys lack", () => {
    const url = "https://s3.example/pictures/";
    const keys = { MEDIA_ACCESS_KEY_ID: "id", MEDIA_SECRET_ACCESS_KEY: "sesame-123" };
    expect(readConfig({ DATA_DIR: folder() }).s3).toBeUndefined();
    expect(readConfig({ DATA_DIR: folder(), MEDIA_URL: url, ...keys }).s3).toEqual({
      url: "https://s3.example/pictures",
      region: "auto",
      accessKeyId: "id",
      secretAccessKey: "sesame-123",
    });
    for (const wrong of [
      "pictures",
      "s3://pictures",
      "https://id:sesame-123@s3.example/pictures",
      `${url}a/b`,
      `${url}?region=eu`,
    ])
      expect(refusal({ MEDIA_URL: wrong, ...keys })).toBe(
        "MEDIA_URL must be the http(s) address of an S3 bucket, such as https://s3.eu-central-1.amazonaws.com/shop-pictures",
      );
    expect(refusal({ MEDIA_URL: url })).toMatch(/^MEDIA_ACCESS_KEY_ID must be set with MEDIA_URL/);
    expect(refusal({ MEDIA_URL: url, MEDIA_ACCESS_KEY_ID: "id" })).toMatch(/^MEDIA_SECRET_ACCESS_KEY must be set with MEDIA_URL/);
    expect(refusal(keys)).toMatch(/^MEDIA_URL must be set/);
    expect(refusal({ MEDIA_URL: url, ...keys, MEDIA_REGION: "Europe!" })).toMatch(/^MEDIA_REGION must be/);
  });

  test("names a folder that cannot be one", () => {
    const file = join(folder(), "store.db");
    writeFileSync(file, "");
    for (const path of [file, join(file, "data")])
      expect(refusal({ DATA_DIR: path })).toBe(`DATA_DIR must be a folder that can be created or written to: ${path} is not`);
  });

  test.each<[Record<string, string>, string]>([
    [{ PORT: "70000" }, "PORT must be a port number"],
    [{ PORT: "abc" }, "PORT must be a port number"],
    [{ SEED: "full" }, "SEED must be demo or none"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must be a postgres:// address"],
    [{ DATABASE_URL: "postgres://shop:50%ff@db/shop" }, "DATABASE_URL must be a postgres:// address, with %25 for each %"],
    [{ PUBLIC_URL: "shop.example" }, "PUBLIC_URL must be the shop's own http(s) address"],
    [{ TRUST_PROXY: "-1" }, "TRUST_PROXY must be the number of proxies in front of the shop, 0 to 10"],
    [{ TRUST_PROXY: "true" }, "TRUST_PROXY must be the number of proxies in front of the shop, 0 to 10"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be the http(s) address"],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL must be http/json"],
    [{ OTEL_TRACES_SAMPLER: "jaeger_remote" }, "OTEL_TRACES_SAMPLER must be one of always_on, always_off"],
    [{ OTEL_TRACES_SAMPLER_ARG: "10%" }, "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1"],
    [{ OTEL_BSP_MAX_QUEUE_SIZE: "0" }, "OTEL_BSP_MAX_QUEUE_SIZE must be a whole number from 1 to 1000000"],
    [{ DATABASE_URL: "postgres://db/shop", DATABASE_REPLICA_URL: "db" }, "DATABASE_REPLICA_URL must be one postgres:// address"],
    [{ DATABASE_REPLICA_URL: "postgres://db/shop" }, "DATABASE_URL must be set with DATABASE_REPLICA_URL"],
    [{ DATABASE_CONNECTIONS: "1" }, "DATABASE_CONNECTIONS must be a whole number from 2 to 100"],
    [{ DATABASE_CONNECTIONS: "2.5" }, "DATABASE_CONNECTIONS must be a whole number from 2 to 100"],
    [{ DATABASE_CONNECTIONS: "many" }, "DATABASE_CONNECTIONS must be a whole number from 2 to 100"],
    [{ KEEP_UNPAID_CHECKOUTS_DAYS: "0" }, "KEEP_UNPAID_CHECKOUTS_DAYS must be a whole number of days from 1 to 365"],
    [{ KEEP_SECURITY_DETAILS_DAYS: "7" }, "KEEP_SECURITY_DETAILS_DAYS must be a whole number of days from 30 to 3650"],
    [{ KEEP_FAILED_EMAILS_DAYS: "1.5" }, "KEEP_FAILED_EMAILS_DAYS must be a whole number of days from 7 to 365"],
    [{ ANONYMIZE_ORDERS_AFTER_DAYS: "30" }, "ANONYMIZE_ORDERS_AFTER_DAYS must be a whole number of days from 180 to 36500"],
    [{ DRAIN_SECONDS: "a minute" }, "DRAIN_SECONDS must be a number of seconds from 0 to 3600"],
    [{ DRAIN_SECONDS: "-1" }, "DRAIN_SECONDS must be a number of seconds from 0 to 3600"],
    [{ HSTS_SECONDS: "a year" }, "HSTS_SECONDS must be a number of seconds from 0 to 63072000 (two years)"],
    [{ HSTS_SECONDS: "-1" }, "HSTS_SECONDS must be a number of seconds from 0 to 63072000 (two years)"],
    [{ HSTS_SUBDOMAINS: "yes" }, "HSTS_SUBDOMAINS must be 0 or 1"],
    [{ SECURITY_CONTACT: "security@shop.example" }, "SECURITY_CONTACT must be an address for reports of weaknesses"],
    [{ SECURITY_CONTACT: "http://shop.example/report" }, "SECURITY_CONTACT must be an address for reports of weaknesses"],
    [{ SESSION_SECRET: "short" }, "SESSION_SECRET must be random text of 32 characters or more"],
    [{ SESSION_SECRET: `${"a".repeat(32)},short` }, "several with commas, the newest first"],
    [{ SESSION_SECRET: `${"a".repeat(32)},` }, "several with commas, the newest first"],
    [{ SHOP_TIME_ZONE: "Eastern" }, "SHOP_TIME_ZONE must be a time zone by its name"],
    [{ SHOP_TIME_ZONE: "+05:00" }, "SHOP_TIME_ZONE must be a time zone by its name"],
    [{ COOKIE_PREFIX: "shop=" }, "COOKIE_PREFIX must be __Host-, or up to 32 letters"],
    [{ COOKIE_PREFIX: "__Secure-" }, "COOKIE_PREFIX must be __Host-, or up to 32 letters"],
    [{ COOKIE_PREFIX: "__Host-" }, "COOKIE_PREFIX can be __Host- only in production with an https PUBLIC_URL"],
    [
      { ...production, PUBLIC_URL: "http://shop.example", COOKIE_PREFIX: "__Host-" },
      "COOKIE_PREFIX can be __Host- only in production with an https PUBLIC_URL",
    ],
    ...[
      "https://blog.example/",
      "https://Blog.example",
      "https://blog.example:443",
      "https://bücher.example",
      "https://blog.example/shop",
      "https://a@blog.example",
      "https://*.example",
      "http://blog.example",
      "http://localhost.example",
      "blog.example",
      "null",
      "*",
      "https://blog.example,",
      "https://blog.example https://www.example",
      "wss://blog.example",
    ].map((EMBED_ORIGINS): [Record<string, string>, string] => [
      { EMBED_ORIGINS },
      "EMBED_ORIGINS must be https origins separated by commas",
    ]),
    [{ ...production, EMBED_ORIGINS: "http://localhost:8000" }, "EMBED_ORIGINS can have only https origins in production"],
    [{ SMTP_URL: "mail.example" }, "SMTP_URL must be an smtp:// or smtps:// address"],
    [{ PAYMENT_GATEWAY_URL: "https://pay.example" }, "PAYMENT_GATEWAY_SECRET must be set: the secret that"],
    [{ BOT_CHECK: "captcha" }, "BOT_CHECK must be work or recaptcha"],
    [{ BOT_CHECK: "recaptcha" }, "BOT_CHECK_URL must be set if BOT_CHECK=recaptcha"],
    [{ BOT_CHECK: "recaptcha", BOT_CHECK_URL: "https://x.example" }, "BOT_CHECK_SECRET must be set if BOT_CHECK=recaptcha"],
    [{ BOT_CHECK_URL: "bots.example" }, "BOT_CHECK_URL must be the http(s) address that verifies tokens"],
    [{ BOT_CHECK_SCRIPT: "http://bots.example/a.js" }, "BOT_CHECK_SCRIPT must be the https address"],
    [{ BOT_CHECK_ORIGINS: "https://a.example https://b.example/path" }, "BOT_CHECK_ORIGINS must be https origins"],
    [{ BOT_CHECK_SCORE: "2" }, "BOT_CHECK_SCORE must be a number from 0 to 1"],
    [{ SOCIAL_1_ISSUER: "http://login.example" }, "SOCIAL_1_ISSUER must be the provider's https address"],
    [{ SOCIAL_2_ISSUER: "login.example" }, "SOCIAL_2_ISSUER must be the provider's https address"],
    [{ SOCIAL_1_ISSUER: "https://login.example" }, "SOCIAL_1_CLIENT_SECRET must be set if other SOCIAL_1_ values are set"],
    [{ SOCIAL_2_CLIENT_ID: "shop" }, "SOCIAL_2_ISSUER must be set if other SOCIAL_2_ values are set"],
    [{ SOCIAL_1_LABEL: "x".repeat(41) }, "SOCIAL_1_LABEL must be the provider's name for its button"],
    [{ SOCIAL_POPUP: "yes" }, "SOCIAL_POPUP must be 0 or 1"],
    [
      { PAYMENT_GATEWAY_URL: "http://pay.example", PAYMENT_GATEWAY_SECRET: "s" },
      "PAYMENT_GATEWAY_URL must be the payment gateway's https",
    ],
    [
      { PAYMENT_GATEWAY_URL: "pay.example", PAYMENT_GATEWAY_SECRET: "s" },
      "PAYMENT_GATEWAY_URL must be the payment gateway's https",
    ],
    [{ OWNER_MAIL: "owner" }, "OWNER_MAIL must be the owner's email address"],
    [{ NODE_ENV: "staging" }, "NODE_ENV must be production, development, or test"],
  ])("with %j stops the start with the variable's name and what it should be", (env, words) => {
    expect(refusal(env)).toContain(words);
  });

  test("one provider of social sign-in is enough, in whichever place", () => {
    const second = {
      SOCIAL_2_ISSUER: "https://login.example",
      SOCIAL_2_CLIENT_ID: "shop",
      SOCIAL_2_CLIENT_SECRET: "s3cret",
      SOCIAL_2_LABEL: "Example",
    };
    expect(readConfig({ DATA_DIR: folder(), ...second }).social).toEqual([
      { place: 2, issuer: "https://login.example", clientId: "shop", clientSecret: "s3cret", label: "Example" },
    ]);
    expect(readConfig({ DATA_DIR: folder() }).social).toEqual([]);
  });

  test("names the adapter of the gateway, its address and its secret", () => {
    const given = { PAYMENT_GATEWAY_URL: "https://pay.example", PAYMENT_GATEWAY_SECRET: "s3cret" };
    const settings = { adapter: "http", url: "https://pay.example", secret: "s3cret" };
    expect(readConfig({ DATA_DIR: folder(), ...given }).gateway).toEqual(settings);
    expect(readConfig({ DATA_DIR: folder(), ...given, PAYMENT_GATEWAY: "http" }).gateway).toEqual(settings);
    const nmi = { PAYMENT_GATEWAY: "nmi", PAYMENT_GATEWAY_SECRET: "s3cret", PAYMENT_GATEWAY_WEBHOOK_SECRET: "signs" };
    expect(readConfig({ DATA_DIR: folder(), ...nmi }).gateway).toEqual({
      adapter: "nmi",
      url: "https://secure.nmi.com/api/",
      secret: "s3cret",
      webhookSecret: "signs",
    });
    const authorizeNet = { PAYMENT_GATEWAY: "authorize-net", PAYMENT_GATEWAY_SECRET: "s3cret" };
    expect(readConfig({ DATA_DIR: folder(), ...authorizeNet, PAYMENT_GATEWAY_LOGIN: "shop" }).gateway).toEqual({
      adapter: "authorize-net",
      url: "https://api.authorize.net/xml/v1/request.api",
      login: "shop",
      secret: "s3cret",
    });
    expect(refusal(authorizeNet)).toContain("PAYMENT_GATEWAY_LOGIN must be set");
    expect(refusal({ PAYMENT_GATEWAY: "nmi" })).toBe("PAYMENT_GATEWAY_SECRET must be set: the security key of the NMI account");
    const stripe = { PAYMENT_GATEWAY: "stripe", PAYMENT_GATEWAY_SECRET: "sk_live_1" };
    expect(readConfig({ DATA_DIR: folder(), ...stripe })).toMatchObject({
      gateway: { adapter: "stripe", url: "https://api.stripe.com", secret: "sk_live_1" },
      cardForm: "hosted",
    });
    expect(refusal({ ...stripe, PAYMENT_CARD_FORM: "own" })).toBe("PAYMENT_CARD_FORM must be hosted with PAYMENT_GATEWAY=stripe");
    expect(refusal({ PAYMENT_GATEWAY: "stripe" })).toBe(
      "PAYMENT_GATEWAY_SECRET must be set: the secret key of the Stripe account",
    );
    expect(refusal({ ...given, PAYMENT_GATEWAY: "paypal" })).toContain("PAYMENT_GATEWAY must be http");
  });

  test("takes cards by the shop's form, or by the gateway's page where that has one", () => {
    const shop = { PAYMENT_GATEWAY_SECRET: "s3cret", PAYMENT_GATEWAY_LOGIN: "shop" };
    const formOf = (env: Record<string, string>) => readConfig({ DATA_DIR: folder(), ...shop, ...env }).cardForm;
    expect(formOf({ PAYMENT_GATEWAY: "authorize-net" })).toBe("own");
    expect(formOf({ PAYMENT_GATEWAY: "authorize-net", PAYMENT_CARD_FORM: "hosted" })).toBe("hosted");
    expect(formOf({ PAYMENT_GATEWAY: "nmi", PAYMENT_CARD_FORM: "own" })).toBe("own");
    expect(refusal({ ...shop, PAYMENT_GATEWAY: "nmi", PAYMENT_CARD_FORM: "hosted" })).toContain(
      "PAYMENT_CARD_FORM must be own with PAYMENT_GATEWAY=nmi",
    );
    expect(refusal({ PAYMENT_CARD_FORM: "frame" })).toContain("PAYMENT_CARD_FORM must be own or hosted");
  });

  test("names the origins that may embed islands, exactly as browsers do", () => {
    const origins = ["https://blog.example", "https://xn--bcher-kva.example", "https://www.example:8443"];
    const local = ["http://localhost:8000", "http://127.0.0.1", "http://[::1]:8000"];
    const listed = (env: Record<string, string>) => readConfig({ DATA_DIR: folder(), ...env }).embedOrigins;
    expect(listed({})).toEqual([]);
    expect(listed({ ...production, EMBED_ORIGINS: origins.join(",") })).toEqual(origins);
    expect(listed({ EMBED_ORIGINS: ` ${[...origins, ...local].join(" , ")} ` })).toEqual([...origins, ...local]);
  });

  test("an empty variable counts as absent", () => {
    expect(readConfig({ DATA_DIR: folder(), PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test("in production nothing that is secret is made up", () => {
    const words = refusal({ NODE_ENV: "production" });
    expect(words).toContain("SESSION_SECRET must be set in production");
    expect(words).toContain("PUBLIC_URL must be set in production");
    expect(words).toContain("PAYMENT_GATEWAY must name a gateway in production");
    expect(words).toContain("SMTP_URL must be set in production, or MAIL_TO_FILES=1");
    expect(readConfig({ DATA_DIR: folder(), ...production })).toMatchObject({
      production: true,
      publicUrl: "https://shop.example",
    });
  });

  test.each(["s".repeat(64), "password".repeat(8), "0123456789".repeat(4), "abababababababababababababababab"])(
    "in production a secret that can be guessed is refused: %s",
    (SESSION_SECRET) => {
      expect(refusal({ ...production, SESSION_SECRET })).toContain("SESSION_SECRET must be random text");
      const both = `${randomBytes(32).toString("hex")},${SESSION_SECRET}`;
      expect(refusal({ ...production, SESSION_SECRET: both })).toContain("SESSION_SECRET must be random text");
    },
  );

  test("in production random secrets are taken, in hex and in base64", () => {
    for (let count = 0; count < 200; count += 1)
      for (const secret of [randomBytes(16).toString("hex"), randomBytes(32).toString("hex"), randomBytes(24).toString("base64")])
        expect([secret, refusal({ ...production, SESSION_SECRET: secret })]).toEqual([secret, ""]);
  });

  test("in production https takes the number of proxies, http does not", () => {
    expect(refusal({ ...production, TRUST_PROXY: "0" })).toContain("TRUST_PROXY must be 1 or more with an https PUBLIC_URL");
    expect(refusal(plainProduction)).toBe("");
  });

  test("in production emails go to a server, or to files if that is wanted", () => {
    expect(refusal({ ...production, MAIL_TO_FILES: "0" })).toContain("SMTP_URL must be set in production");
    expect(refusal({ ...production, MAIL_TO_FILES: "0", SMTP_URL: "smtp://mail.example" })).toBe("");
  });

  test("in production no failpoint is heard", () => {
    const STORE_FAILPOINT = "f.before_commit:kill";
    expect(readConfig({ DATA_DIR: folder(), ...production, STORE_FAILPOINT }).failpoint).toBeUndefined();
    expect(readConfig({ DATA_DIR: folder(), STORE_FAILPOINT }).failpoint).toBe(STORE_FAILPOINT);
  });

  test("outside production a secret is made once, for its owner alone, and kept", () => {
    const directory = folder();
    const first = readConfig({ DATA_DIR: directory }).sessionSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR: directory }).sessionSecret).toBe(first);
    const file = join(directory, "session-secret");
    expect(readFileSync(file, "utf8")).toBe(first);
    expect(statSync(file).mode & 0o077).toBe(0);
    const another = folder();
    readConfig({ DATA_DIR: another, ...production });
    expect(existsSync(join(another, "session-secret"))).toBe(false);
  });
});
