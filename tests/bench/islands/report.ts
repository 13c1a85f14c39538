import { brotliCompressSync } from "node:zlib";
import { type Spread, shown, spread, table } from "../figures.ts";
import type { alteredPages, Pressed } from "./altered.ts";
import type { Contender } from "./contender.ts";
import type { besideBroken, earlyInput } from "./visit.ts";
import { sizes, triggers } from "./widgets.ts";

/** Bytes after brotli, ms, and how many times as late as Astro. */
const goals = { loader: 2_600, one: 9_900, task: 50, late: 1.05 };

export type Measured = {
  bytes: number;
  /** ms of each round, by page. */
  alive: Map<string, number[]>;
  /** ms of the longest task, by the number of widgets; 0 if none was long. */
  task: Map<number, number>;
  early: Awaited<ReturnType<typeof earlyInput>>;
  altered: Awaited<ReturnType<typeof alteredPages>>;
  broken: Awaited<ReturnType<typeof besideBroken>>;
};
export type Told = { contender: Contender; measured: Measured };

const pages = triggers.flatMap((trigger) => sizes.map((count) => `${trigger}-${count}`));

const yes = (holds: boolean): string => (holds ? "yes" : "no");
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const pressedText = ({ kept, given }: Pressed): string => `${percent(kept)} / ${percent(given)}`;
const taskText = (task: number): string => (task > 0 ? task.toFixed(0) : `≤ ${goals.task}`);

function timeOf({ measured }: Told, page: string): Spread | undefined {
  const times = measured.alive.get(page);
  return times && spread(times);
}

function timeText(time: Spread | undefined): string {
  return time ? shown(time, 0) : "–";
}

export function report(told: readonly Told[], alone: readonly (string | Buffer)[], rounds: number): string {
  const row = (head: string, text: (one: Told) => string) => [head, ...told.map(text)];
  const rows = [
    row("", ({ contender: { name, version } }) => `${name} ${version}`),
    row("scripts until alive, bytes", ({ measured }) => String(measured.bytes)),
    ...pages.map((page) => row(`alive, ms: ${page}`, (one) => timeText(timeOf(one, page)))),
    ...sizes.map((count) => row(`longest task, ms, ${count}`, ({ measured }) => taskText(measured.task.get(count) ?? 0))),
    row("5 typed fields kept / presses", ({ measured: { early } }) => `${yes(early.typed)} / ${percent(early.pressed)}`),
    row("altered page, early presses: kept / given to another", ({ measured }) => pressedText(measured.altered.early)),
    row("altered page, later presses: counted / given to another", ({ measured }) => pressedText(measured.altered.later)),
    row(
      "beside one that throws: others live / its HTML stays",
      ({ measured: { broken } }) => `${yes(broken.othersLive)} / ${yes(broken.staysInPage)}`,
    ),
  ];
  return [
    `Islands: one counter widget, 1, 20 and 200 times, all in view; ${rounds} rounds, contenders in turn; median (least–most)`,
    "  one small server without delay, brotli, no cache; tasks at a processor four times slower; early input before the widgets' scripts",
    "  altered: a translator changed and wrapped the texts, an extension inserted a button, or both, before the widgets' scripts",
    table(rows),
    ...verdicts(told, alone),
  ].join("\n");
}

const verdict = (what: string, held: boolean): string => `  → ${what}: ${held ? "held" : "MISSED"}`;

function verdicts(told: readonly Told[], alone: readonly (string | Buffer)[]): string[] {
  const [ours, astro] = ["ours", "astro"].map((name) => told.find(({ contender }) => contender.name === name));
  const [loader = 0, ...rest] = alone.map((file) => brotliCompressSync(file).length);
  const all = rest.reduce((sum, size) => sum + size, loader);
  const tasks = Math.max(...(ours?.measured.task.values() ?? []));
  const { kept = 0, given = 1 } = ours?.measured.altered.early ?? {};
  return [
    verdict(`a site of one counter: loader ${loader} bytes, the goal is ${goals.loader}`, loader <= goals.loader),
    verdict(`all for its island, in markup by hand, ${all} bytes, the goal is ${goals.one}`, all <= goals.one),
    ...(ours && astro ? [aliveVerdict(ours, astro)] : []),
    verdict(`no task over ${goals.task} ms${tasks > 0 ? `, one of ${tasks.toFixed(0)}` : ""}`, tasks === 0),
    verdict("on altered pages all early presses are kept, and none is given to another", kept === 1 && given === 0),
  ];
}

function aliveVerdict(ours: Told, astro: Told): string {
  const late = pages.flatMap((page) => {
    const [mine = Number.NaN, theirs = Number.NaN] = [ours, astro].map((one) => timeOf(one, page)?.median);
    return mine <= theirs * goals.late ? [] : [`, not at ${page} (${(mine / theirs).toFixed(2)})`];
  });
  return verdict(`alive no later than Astro within 5 % in all ${pages.length} cases${late.join("")}`, late.length === 0);
}
