import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { samplesOf } from "../metrics/scrape.ts";
import { shopperAt } from "../payments/shopper.ts";
import { openShop } from "../support/shop.ts";
import { alertCases } from "./alert-cases.ts";
import { testWith } from "./test-with.ts";

const folder = join(import.meta.dirname, "../../docs/operations");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

type Panel = { title: string; targets: { expr: string }[] };
const dashboard = JSON.parse(read("dashboard.json")) as { panels: Panel[] };

/** The queries of the dashboard and the alert rules. */
const expressions = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...read("alerts.yml")
    .split(/- alert:/)
    .slice(1),
];

/** The metrics in an expression, each with the labels that select it. */
const selectorsIn = (text: string) =>
  [...text.matchAll(/\b((?:storefront|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = "", selected = ""]) => ({
    name,
    labels: [...selected.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label = ""]) => label),
  }));

/** Prometheus itself adds these. */
const added = new Set(["job", "instance"]);

const env = { METRICS_PORT: "9464" };

/**
 * All metrics of two shops. The shop on PostgreSQL has had a payment, a refusal, a page, and an
 * upload that was refused because no place was free. The shop on SQLite is unused.
 */
async function allSamples(): Promise<string> {
  const sqlite = await openShop({ pays: false, env });
  const shop = await openShop({ engine: "postgres", stock: { "v-2": 1 }, env, bounds: { upload: { atOnce: 0, waiting: 0 } } });
  const upload = { method: "POST", body: new FormData() };
  expect((await fetch(`${shop.url}/storefront/api/customers/avatar`, upload)).status).toBe(503);
  const [paid, late] = [await shopperAt(shop), await shopperAt(shop)];
  await paid.pay();
  await late.pay();
  await paid.browser.get("/storefront/");
  return `${await sqlite.metrics?.scrape()}\n${await shop.metrics?.scrape()}`;
}

test("each metric of the shop's own is explained", async () => {
  const named = [...(await allSamples()).matchAll(/^# HELP (storefront_\w+)/gm)].map(([, name = ""]) => name);
  const rows = read("../operations.md")
    .split("\n")
    .filter((line) => line.startsWith("| `storefront_"));
  const explained = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/storefront_\w+/g)].map(([name]) => name));
  // Metrics of replicas are left out, since this shop has none.
  const others = explained.filter((name) => !name.includes("replica"));
  expect([...new Set(named)].toSorted()).toEqual(others.toSorted());
});

test("each metric and label that the dashboard and the alert rules name is there", async () => {
  const samples = samplesOf(await allSamples());
  const labelsOf = (name: string) => {
    const found = samples.filter((sample) => sample.name === name);
    return found.length === 0 ? undefined : new Set(found.flatMap(({ labels }) => Object.keys(labels)));
  };
  const selectors = expressions.flatMap(selectorsIn);
  expect(selectors.length).toBeGreaterThan(25);
  for (const { name, labels } of selectors) {
    const known = labelsOf(name);
    expect([name, known !== undefined]).toEqual([name, true]);
    expect([name, labels.filter((label) => !known?.has(label) && !added.has(label))]).toEqual([name, []]);
  }
  // The labels include those for grouping.
  const all = new Set(samples.flatMap(({ labels }) => Object.keys(labels)));
  const grouped = expressions.flatMap((text) =>
    [...text.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/)),
  );
  expect(grouped.filter((label) => !all.has(label) && !added.has(label))).toEqual([]);
});

test("each alert is explained", () => {
  const names = [...read("alerts.yml").matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const explained = [...read("../operations.md").matchAll(/^\| `(Storefront\w+)` \|/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(explained).toEqual(names);
});

testWith("promtool")("Prometheus takes the rules and the example of its own file", () => {
  for (const args of [
    ["check", "rules", "alerts.yml"],
    ["check", "config", "prometheus.yml"],
  ]) {
    const { status, stderr } = spawnSync("promtool", args, { cwd: folder, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("FAILED")]);
  }
});

/** The alerts that fire at a time, counted by name. */
const firing = 'count by (alertname) (ALERTS{alertstate="firing"})';

test("each alert has a case of its own", () => {
  const names = [...read("alerts.yml").matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(alertCases.map(({ alert }) => alert)).toEqual(names);
});

testWith("promtool")("each alert fires when it should, not before, and no other does", async () => {
  const minutes = Array.from({ length: 40 }, (_, minute) => `${minute}m`);
  const expectation = (alert: string) => (time: string) => ({
    expr: firing,
    eval_time: time,
    exp_samples: alert === "" ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
  });
  const seriesOf = (series: Readonly<Record<string, string>>) =>
    Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const tests = alertCases.flatMap(({ alert, fires, at, before, quiet }) => [
    { interval: "1m", input_series: seriesOf(fires), promql_expr_test: [expectation(alert)(at), expectation("")(before)] },
    { interval: "1m", input_series: seriesOf(quiet), promql_expr_test: minutes.map(expectation("")) },
  ]);
  const directory = await mkdtemp(join(tmpdir(), "alerts-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "alerts.test.json");
  // JSON is YAML too.
  await writeFile(file, JSON.stringify({ rule_files: [join(folder, "alerts.yml")], evaluation_interval: "1m", tests }));
  const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", file], { encoding: "utf8" });
  expect([stdout + stderr, status]).toEqual([expect.stringContaining("SUCCESS"), 0]);
});
