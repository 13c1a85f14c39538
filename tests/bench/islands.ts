import { loadavg } from "node:os";
import { chromium } from "@playwright/test";
import { findChromium } from "../support/chromium.ts";
import { spread } from "./figures.ts";
import { alteredPages } from "./islands/altered.ts";
import { buildAstro } from "./islands/astro.ts";
import type { Contender } from "./islands/contender.ts";
import { buildHtmx, buildIsLand, buildStimulus } from "./islands/others.ts";
import { buildOurs } from "./islands/ours.ts";
import { type Measured, report, type Told } from "./islands/report.ts";
import { openBenchServer } from "./islands/server.ts";
import { besideBroken, earlyInput, longestTask, type Place, scriptBytes, timeUntilAlive } from "./islands/visit.ts";
import { sizes, triggers } from "./islands/widgets.ts";

const taskRounds = 5;

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
    const place = { browser, server };
    const told: Told[] = [];
    for (const contender of contenders) told.push({ contender, measured: await measureOnce(place, contender) });
    for (let round = 0; round < rounds; round++) await measureTimes(place, told);
    const missing =
      astro instanceof Error ? `\n  Astro is left out: its packages could not be installed or built (${firstLine(astro)})` : "";
    const load = `\n  other work on this machine at the start: ${otherWork.toFixed(1)} processes (it blurs all times when it is much above 0)`;
    return `${report(told, ours.alone, rounds)}\n  ${browser.version()}${missing}${load}`;
  } finally {
    await browser.close();
    await server.close();
  }
}

const firstLine = ({ message }: Error) => message.split("\n")[0];

async function measureOnce(place: Place, contender: Contender): Promise<Measured> {
  const at = (page: string) => `/${contender.name}/${page}`;
  // In a first visit the browser compiles code and the machine reads files for the first time.
  await timeUntilAlive(place, at("load-20"));
  const task = new Map<number, number>();
  for (const count of sizes) {
    const tasks: number[] = [];
    for (let round = 0; round < taskRounds; round++) tasks.push(await longestTask(place, at(`load-${count}`)));
    task.set(count, spread(tasks).median);
  }
  return {
    bytes: await scriptBytes(place, at("load-1")),
    alive: new Map(),
    task,
    early: await earlyInput(place, contender),
    altered: await alteredPages(place, contender),
    broken: await besideBroken(place, at("broken")),
  };
}

/** One round: each page of each contender once, with the contenders in turn. */
async function measureTimes(place: Place, told: readonly Told[]): Promise<void> {
  for (const trigger of triggers)
    for (const count of sizes)
      for (const { contender, measured } of told) {
        if (!contender.triggers.includes(trigger)) continue;
        const page = `${trigger}-${count}`;
        const times = measured.alive.get(page) ?? [];
        times.push(await timeUntilAlive(place, `/${contender.name}/${page}`));
        measured.alive.set(page, times);
      }
}
