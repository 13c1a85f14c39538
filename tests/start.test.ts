import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { plainProduction } from "./support/production.ts";
import { removeShop, runShop } from "./support/running-shop.ts";

const root = join(import.meta.dirname, "..");

/** The running command lines that contain `text`. */
const processesNaming = (text: string): string[] =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text));

/** This waits as long as a busy machine needs; the test's own limit ends it. */
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 50));
};

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));

test("`npm start` says where the shop is, and SIGTERM ends it with 0 and leaves no child behind", async () => {
  const directory = mkdtempSync(join(tmpdir(), "shop-npm-"));
  onTestFinished(() => removeShop(directory));
  const env = { ...process.env, PORT: "0", DATA_DIR: directory, LOG_LEVEL: "warn", NODE_ENV: "development" };
  const npm = spawn("npm", ["start", "--ignore-scripts"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const gone = exitOf(npm);
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) stream?.on("data", (chunk) => (output += chunk));
  await until(() => output.includes("Storefront ready at http://localhost:"));
  const url = /Storefront ready at (http:\/\/localhost:\d+\/storefront\/)/.exec(output)?.[1] ?? "";
  expect((await fetch(url)).status).toBe(200);
  const unexpected = output.split("\n").filter((line) => !/^(?:> .*|Storefront ready at .*|)$/.test(line));
  expect(unexpected, "a newcomer's first screen").toEqual([]);
  expect(processesNaming(directory).length, "the test gateway").toBeGreaterThan(0);

  npm.kill("SIGTERM");

  expect(await gone).toBe(0);
  expect(processesNaming(directory)).toEqual([]);
});

test("a killed shop leaves no gateway behind", async () => {
  const shop = await runShop({ SEED: "none" });
  onTestFinished(() => removeShop(shop.directory));
  expect(processesNaming(shop.directory).length).toBeGreaterThan(0);
  await shop.end("SIGKILL");
  await until(() => processesNaming(shop.directory).length === 0);
});

test("a taken port, and a wrong variable, stop the start with words instead of a stack", async () => {
  const shop = await runShop({ SEED: "none" });
  onTestFinished(async () => {
    await shop.end();
    await removeShop(shop.directory);
  });
  const port = new URL(shop.url).port;
  const second = mkdtempSync(join(tmpdir(), "shop-second-"));
  onTestFinished(() => removeShop(second));
  await expect(runShop({ PORT: port }, second)).rejects.toThrow(`PORT ${port} is used by another program`);
  await expect(runShop({ SEED: "everything" }, second)).rejects.toThrow("SEED must be demo or none");
  await expect(runShop({ NODE_ENV: "production" }, second)).rejects.toThrow("SESSION_SECRET must be set in production");
});

test("health is told at once, readiness while the database answers", async () => {
  const shop = await runShop({ SEED: "none" });
  onTestFinished(async () => {
    await shop.end();
    await removeShop(shop.directory);
  });
  expect(await (await fetch(`${shop.url}/healthz`)).json()).toEqual({ status: "alive" });
  expect(await (await fetch(`${shop.url}/readyz`)).json()).toEqual({ status: "ready" });
  expect((await fetch(`${shop.url}/`, { redirect: "manual" })).headers.get("location")).toBe("/storefront/");
});

test("production chooses what an empty database begins with, once", async () => {
  const directory = mkdtempSync(join(tmpdir(), "shop-seed-"));
  onTestFinished(() => removeShop(directory));
  await expect(runShop({ ...plainProduction, SEED: "" }, directory)).rejects.toThrow(
    "SEED must be set in production while the database is empty: none for a shop of your own, or demo",
  );
  // The gateway ends a moment after the shop that started it.
  await until(() => processesNaming(directory).length === 0);
  for (const SEED of ["none", ""]) {
    const shop = await runShop({ ...plainProduction, SEED }, directory);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await shop.end();
  }
});
