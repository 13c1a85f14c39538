import { Agent } from "node:http";
import type { Bench } from "./bench.ts";
import { buy, offeredMethod, shipTo, steps, type Times } from "./checkout.ts";
import { spread, table } from "./figures.ts";
import { plentiful } from "./products.ts";
import { ask } from "./record.ts";

const sideBySide = 8;
const warmUps = 20;

type Run = {
  shoppers: number;
  /** the ms of each whole checkout */
  whole: number[];
  times: Times[];
  perSecond: number;
  /** the shop's CPU per checkout, in ms */
  cpu: number;
  /**
   * the ms of one request to the bare server, with as many clients at once as there were shoppers
   */
  bare: number;
};

/**
 * Runs `count` pieces of work in `rows` parallel rows; each row starts its next piece when the last
 * one is done. Returns the ms of the whole.
 */
async function inRows(rows: number, count: number, work: (nth: number) => Promise<void>): Promise<number> {
  let nth = 0;
  const row = async () => {
    while (nth < count) await work(nth++);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: rows }, row));
  return performance.now() - start;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Measures whole checkouts by JSON calls, and the same number of requests by the same client to the
 * bare server; returns the lines to print.
 */
export async function benchCheckouts(bench: Bench): Promise<string> {
  const { shop, bare, pages, checkouts } = bench;
  const agent = new Agent({ keepAlive: true });
  const variants = plentiful(pages, shipTo);
  const methodId = await offeredMethod(agent, shop.port, variants[0] ?? "");
  let bought = 0;
  const next = () => ({ variantId: variants[bought % variants.length] ?? "", methodId, nth: bought++ });

  const bareMs = async (shoppers: number): Promise<number> => {
    const count = checkouts * steps.length;
    const times: number[] = [];
    await inRows(shoppers, count, async (nth) => {
      const start = performance.now();
      await ask(agent, bare.port, pages[nth % pages.length]?.path ?? "");
      times.push(performance.now() - start);
    });
    return sum(times) / count;
  };
  const run = async (shoppers: number): Promise<Run> => {
    const times: Times[] = [];
    const before = await shop.ask("cpu", null);
    const milliseconds = await inRows(shoppers, checkouts, async () => void times.push(await buy(agent, shop.port, next())));
    const cpu = ((await shop.ask("cpu", null)) - before) / checkouts;
    const whole = times.map((each) => sum(Object.values(each)));
    return { shoppers, whole, times, perSecond: (checkouts / milliseconds) * 1000, cpu, bare: await bareMs(shoppers) };
  };

  await inRows(1, warmUps, async () => void (await buy(agent, shop.port, next())));
  const runs = [await run(1), await run(sideBySide)];
  agent.destroy();
  return report(runs, checkouts);
}

function report(runs: readonly Run[], checkouts: number): string {
  const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
  const both = (cell: (run: Run) => string[]) => runs.flatMap(cell);
  const row = (name: string, of: (run: Run) => number[], calls: number) => [
    name,
    ...both((run) => [
      (mean(of(run)) / calls / run.bare).toFixed(1),
      mean(of(run)).toFixed(2),
      spread(of(run)).median.toFixed(2),
      spread(of(run)).max.toFixed(1),
    ]),
  ];
  const way = ({ shoppers }: Run) => (shoppers === 1 ? "one by one" : `${shoppers} at once`);
  const orders = runs.map((run) => {
    const { perSecond, cpu, bare } = run;
    return `  → ${way(run)}: ${perSecond.toFixed(1)} orders/s, ${cpu.toFixed(1)} ms of the shop's CPU per order; a bare request ${bare.toFixed(3)} ms`;
  });
  return [
    `A whole checkout over HTTP: ${steps.length} calls to a paid order, ${checkouts} one by one, then ${checkouts} by ${sideBySide} shoppers at once`,
    `  × bare: ms of a call over ms of a request that the same client sends to the bare server`,
    table([
      ["", ...both((run) => [`${way(run)}: × bare`, "mean ms", "median", "max"])],
      row("whole checkout", ({ whole }) => whole, steps.length),
      ...steps.map((step) => row(step, ({ times }) => times.map((each) => each[step]), 1)),
    ]),
    ...orders,
  ].join("\n");
}
