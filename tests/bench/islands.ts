import { loadavg } from "node:os";
import { brotliCompressSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../support/chromium.ts";
import { type Spread, shown, spread, table } from "./figures.ts";
import { buildAstro } from "./islands/astro.ts";
import type { Contender } from "./islands/contender.ts";
import { buildHtmx, buildIsLand, buildStimulus } from "./islands/others.ts";
import { buildOurs } from "./islands/ours.ts";
import { type BenchServer, openBenchServer } from "./islands/server.ts";
import { besideBroken, earlyInput, longestTask, scriptBytes, timeUntilAlive } from "./islands/visit.ts";
import { sizes, triggers } from "./islands/widgets.ts";

/** Bytes after brotli, and ms. */
const goals = { loader: 2_300, one: 9_400, stretch: 8_600, task: 50 };

type Measured = { bytes: number; alive: Map<string, number[]>; task: Map<number, number>; early: string; broken: string };
type Told = { contender: Contender; measured: Measured };

const yes = (holds: boolean): string => (holds ? "yes" : "no");

/**
 * Compares this project's islands with other libraries for the same widgets, in one run of one
 * browser.
 */
export async function benchIslands(rounds: number): Promise<string> {
  const ours = await buildOurs();
  const contenders: Contender[] = [ours, await buildIsLand(), await buildStimulus(), buildHtmx()];
  const astro = await buildAstro().catch((error: Error) => error);
  if (!(astro instanceof Error)) contenders.splice(1, 0, astro);
  const server = await openBenchServer(contenders);
  const [otherWork = 0] = loadavg();
  const browser = await chromium.launch({ ...findChromium(), headless: true });
  try {
    const told: Told[] = [];
    for (const contender of contenders) told.push({ contender, measured: await measureOnce(browser, server, contender) });
    for (let round = 0; round < rounds; round++) await measureTimes(browser, server, told);
    const missing =
      astro instanceof Error ? `\n  Astro is left out: its packages could not be installed or built (${firstLine(astro)})` : "";
    const load = `\n  other work on this machine at the start: ${otherWork.toFixed(1)} processes (it blurs all times when it is much above 0)`;
    return report(told, ours.alone, rounds) + missing + load;
  } finally {
    await browser.close();
    await server.close();
  }
}

const firstLine = ({ message }: Error) => message.split("\n")[0];

async function measureOnce(browser: Browser, server: BenchServer, contender: Contender): Promise<Measured> {
  const at = (page: string) => `${server.url}/${contender.name}/${page}`;
  // In a first visit the browser compiles code and the machine reads files for the first time.
  await timeUntilAlive(browser, at("load-20"));
  const task = new Map<number, number>();
  for (const count of sizes) task.set(count, await longestTask(browser, at(`load-${count}`)));
  const { typed, pressed } = await earlyInput(browser, server, contender);
  const { othersLive, staysInPage } = await besideBroken(browser, at("broken"));
  return {
    bytes: await scriptBytes(browser, server, at("load-1")),
    alive: new Map(),
    task,
    early: `${yes(typed)} / ${Math.round(pressed * 100)} %`,
    broken: `${yes(othersLive)} / ${yes(staysInPage)}`,
  };
}

/** One round: each page of each contender once, with the contenders in turn. */
async function measureTimes(browser: Browser, server: BenchServer, told: readonly Told[]): Promise<void> {
  for (const trigger of triggers)
    for (const count of sizes)
      for (const { contender, measured } of told) {
        if (!contender.triggers.includes(trigger)) continue;
        const page = `${trigger}-${count}`;
        const times = measured.alive.get(page) ?? [];
        times.push(await timeUntilAlive(browser, `${server.url}/${contender.name}/${page}`));
        measured.alive.set(page, times);
      }
}

function report(told: readonly Told[], alone: readonly (string | Buffer)[], rounds: number): string {
  const pages = triggers.flatMap((trigger) => sizes.map((count) => `${trigger}-${count}`));
  const timeOf = ({ measured }: Told, page: string): Spread | undefined => {
    const times = measured.alive.get(page);
    return times && spread(times);
  };
  const taskText = (task: number) => (task > 0 ? task.toFixed(0) : `≤ ${goals.task}`);
  const heads = told.map(({ contender: { name, version } }) => `${name} ${version}`);
  const rows = [
    ["scripts until alive, bytes", ...told.map(({ measured }) => String(measured.bytes))],
    ...pages.map((page) => [`alive, ms: ${page}`, ...told.map((one) => show(timeOf(one, page)))]),
    ...sizes.map((count) => [
      `longest task, ms, ${count}`,
      ...told.map(({ measured }) => taskText(measured.task.get(count) ?? 0)),
    ]),
    ["5 typed fields kept / presses", ...told.map(({ measured }) => measured.early)],
    ["beside one that throws: others live / its HTML stays", ...told.map(({ measured }) => measured.broken)],
  ];
  return [
    `Islands: one counter widget, 1, 20 and 200 times, all in view; ${rounds} rounds, contenders in turn; median (least–most)`,
    "  one small server without delay, brotli, no cache; tasks at a processor four times slower; early input before the widgets' scripts",
    table([["", ...heads], ...rows]),
    ...verdicts(told, alone, timeOf, pages),
  ].join("\n");
}

const show = (time: Spread | undefined) => (time ? shown(time, 0) : "–");

function verdicts(
  told: readonly Told[],
  alone: readonly (string | Buffer)[],
  timeOf: (one: Told, page: string) => Spread | undefined,
  pages: readonly string[],
): string[] {
  const [ours, astro] = ["ours", "astro"].map((name) => told.find(({ contender }) => contender.name === name));
  const [loader = 0, ...rest] = alone.map((file) => brotliCompressSync(file).length);
  const all = rest.reduce((sum, size) => sum + size, loader);
  const verdict = (what: string, held: boolean) => `  → ${what}: ${held ? "held" : "MISSED"}`;
  const tasks = Math.max(...(ours?.measured.task.values() ?? []));
  const later = pages.filter((page) => {
    const [mine, theirs] = [ours, astro].map((one) => one && timeOf(one, page)?.median);
    return mine !== undefined && theirs !== undefined && mine >= theirs;
  });
  return [
    verdict(`a site of one counter: loader ${loader} bytes, the goal is ${goals.loader}`, loader <= goals.loader),
    verdict(
      `all for its island, in markup by hand, ${all} bytes, the goal is ${goals.one} (${goals.stretch} would be better)`,
      all <= goals.one,
    ),
    astro
      ? verdict(`alive before Astro in every case${later.map((page) => `, not at ${page}`).join("")}`, later.length === 0)
      : "",
    verdict(`no task over ${goals.task} ms${tasks > 0 ? `, one of ${tasks.toFixed(0)}` : ""}`, tasks === 0),
  ].filter(Boolean);
}
