import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fleetTable } from "./fleet.ts";
import { simulate } from "./fleet-model.ts";

test("one process with nothing behind it is as slow as the theory of queues says", () => {
  const alone = { calls: 1, callCpu: 1, statements: 0, statementCpu: 0, roundTrip: 0, commits: 0, pagesCpu: 0 };
  const fleet = { ordersPerSecond: 500, processes: 1, databaseCores: 1 };
  const { processesBusy, median, p99 } = simulate(alone, fleet, { seconds: 400, seed: 7 });
  // M/M/1: the time in the system is exponential, with a mean of 1 ms / (1 - 0.5).
  expect(processesBusy).toBeCloseTo(0.5, 1);
  expect(Math.abs(median / (2 * Math.log(2)) - 1)).toBeLessThan(0.05);
  expect(Math.abs(p99 / (2 * Math.log(100)) - 1)).toBeLessThan(0.05);
});

test("docs/scaling.md says what the simulation does", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/scaling.md"), "utf8");
  for (const row of fleetTable()) expect(text).toContain(row);
});
