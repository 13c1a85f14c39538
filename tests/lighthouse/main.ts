// Judges the built shop with Lighthouse, as on a phone: `npm run lighthouse`. It tests home, a
// landing page, a listing and a product, three times each in turn; the median counts. It ends
// non-zero if one of the four scores is below 100. `-- --runs 1` makes a short run, `-- --desktop`
// uses another device.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "../support/chromium.ts";
import { freePort } from "../support/free-port.ts";
import { plainProduction } from "../support/production.ts";
import { runShop } from "../support/running-shop.ts";
import { openLighthouse, type Result } from "./package.ts";

const paths = [
  "/storefront/",
  "/storefront/seeds/",
  "/storefront/apparel/",
  "/storefront/collections/",
  "/storefront/products/lemon-meridian/",
];
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const figures = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"] as const;

const { values: options } = parseArgs({
  options: { runs: { type: "string", default: "3" }, desktop: { type: "boolean", default: false } },
});
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs wants a whole number from 1");

const { default: lighthouse, desktopConfig } = await openLighthouse();
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function judge(url: string, port: number): Promise<Result> {
  const flags = { port, onlyCategories: [...categories], logLevel: "error" as const };
  const measured = await lighthouse(url, flags, options.desktop ? desktopConfig : undefined);
  if (!measured || measured.lhr.runtimeError) throw new Error(`${url}: ${measured?.lhr.runtimeError?.message ?? "no answer"}`);
  return measured.lhr;
}

/** The reasons for a score below 100, in Lighthouse's words. */
function losses({ categories: measured, audits }: Result): string[] {
  const failed = Object.values(measured).flatMap(({ auditRefs, title }) =>
    auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => ({ title, audit: audits[id] }))
      .filter(({ audit }) => audit?.score !== null && (audit?.score ?? 1) < 1),
  );
  return failed.map(({ title, audit }) => `    ${title}: ${audit?.title} (${audit?.displayValue ?? audit?.score})`);
}

function report(path: string, results: readonly Result[]): boolean {
  const scores = categories.map((name) =>
    median(results.map((result) => Math.round((result.categories[name]?.score ?? 0) * 100))),
  );
  const numbers = figures.map((name) => median(results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN)));
  const [fcp = 0, lcp = 0, tbt = 0, cls = 0] = numbers;
  const cells = [
    path.padEnd(42),
    ...scores.map((score) => String(score).padStart(4)),
    ...[fcp, lcp, tbt].map((ms) => ms.toFixed(0).padStart(6)),
    cls.toFixed(3).padStart(7),
  ];
  console.log(cells.join(" "));
  for (const line of new Set(results.flatMap(losses))) console.log(line);
  return scores.every((score) => score === 100);
}

const { status } = spawnSync(process.execPath, ["build.mjs"], { stdio: ["ignore", "ignore", "inherit"] });
if (status !== 0) throw new Error("the build failed");
const port = String(await freePort());
const shop = await runShop({
  ...plainProduction,
  PORT: port,
  PUBLIC_URL: `http://localhost:${port}`,
  SEED: "demo",
});
const { executablePath, args, env } = findChromium();
const debugging = await freePort();
const browser = await chromium.launch({ executablePath, env, args: [...args, `--remote-debugging-port=${debugging}`] });
try {
  console.log(`Lighthouse, ${options.desktop ? "desktop" : "mobile"}, median of ${runs}; times in ms\n`);
  console.log(`${"".padEnd(42)} perf acce best  seo    FCP    LCP    TBT     CLS`);
  const results = new Map<string, Result[]>(paths.map((path) => [path, []]));
  for (let run = 0; run < runs; run += 1)
    for (const path of paths) results.get(path)?.push(await judge(`${shop.url}${path}`, debugging));
  const good = [...results].map(([path, measured]) => report(path, measured));
  if (!good.every(Boolean)) process.exitCode = 1;
} finally {
  await browser.close();
  await shop.end();
  rmSync(join(shop.directory), { recursive: true, force: true });
}
