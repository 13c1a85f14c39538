import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../server/config.ts";

const folder = () => mkdtempSync(join(tmpdir(), "config-"));
const secret = "0123456789abcdef0123456789abcdef";
const production = {
  NODE_ENV: "production",
  SESSION_SECRET: secret,
  PUBLIC_URL: "https://shop.example/",
  ALLOW_TEST_GATEWAY: "1",
};

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
  test("says nothing, and the shop runs on this machine with demo goods", () => {
    const config = readConfig({ DATA_DIR: folder() });
    expect(config).toMatchObject({
      production: false,
      host: "127.0.0.1",
      port: 3000,
      seed: "demo",
      trustProxy: 0,
      gateway: undefined,
    });
  });

  test.each([
    [{ PORT: "70000" }, "PORT must be a port number"],
    [{ PORT: "abc" }, "PORT must be a port number"],
    [{ SEED: "full" }, "SEED must be demo or none"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must be a postgres:// address"],
    [{ PUBLIC_URL: "shop.example" }, "PUBLIC_URL must be the shop's own http(s) address"],
    [{ TRUST_PROXY: "-1" }, "TRUST_PROXY must be the number of proxies in front"],
    [{ TRUST_PROXY: "true" }, "TRUST_PROXY must be the number of proxies in front"],
    [{ SESSION_SECRET: "short" }, "SESSION_SECRET must be a random text of 32 characters or more"],
    [{ SMTP_URL: "mail.example" }, "SMTP_URL must be an smtp:// or smtps:// address"],
    [{ PAYMENT_GATEWAY_URL: "https://pay.example" }, "PAYMENT_GATEWAY_SECRET must be set together with PAYMENT_GATEWAY_URL"],
    [{ NODE_ENV: "staging" }, "NODE_ENV must be production, development or test"],
  ])("with %j stops the start with the variable's name and what it should be", (env, words) => {
    expect(refusal(env)).toContain(words);
  });

  test("an empty variable counts as absent", () => {
    expect(readConfig({ DATA_DIR: folder(), PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test("in production nothing that is secret is made up", () => {
    const words = refusal({ NODE_ENV: "production" });
    expect(words).toContain("SESSION_SECRET must be set in production");
    expect(words).toContain("PUBLIC_URL must be set in production");
    expect(words).toContain("PAYMENT_GATEWAY_URL must be set in production");
    expect(readConfig({ DATA_DIR: folder(), ...production })).toMatchObject({
      production: true,
      publicUrl: "https://shop.example",
    });
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
