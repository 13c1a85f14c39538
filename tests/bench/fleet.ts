import { type Costs, type Simulated, simulate } from "./fleet-model.ts";

/**
 * Measured in decision 026 on PostgreSQL on an idle machine: an order takes 10.9 ms of the shop's
 * CPU, 97 statements that wait for an answer, and 11 commits; the database takes 0.8 of the shop's
 * time. Assumed: 0.5 ms to the database and back, 2 ms for a commit on the disk of a replicated
 * database, and 50 pages read for an order: 45 from memory at 0.022 ms (docs/scaling.md), and 5
 * made at 5 ms (a cart took 4.1, a search 5.1).
 */
export const costs: Costs = {
  calls: 9,
  callCpu: 10.9 / 9,
  statements: 11,
  statementCpu: (10.9 * 0.8) / 97,
  roundTrip: 0.5,
  commits: (2 * 11) / 9,
  pagesCpu: (45 * 0.022 + 5 * 5) / 9,
};

/** Above this share, shoppers would notice a peak of a few minutes, or the restart of a process. */
const mostBusy = 0.6;

export type Need = Simulated & { ordersPerSecond: number; processes: number; databaseCores: number; withOneLess: number };

/**
 * The processes and database cores that a rate of orders needs so that neither are busier than
 * `mostBusy`, with the simulated figures. `withOneLess` is the 99th percentile of a call's time
 * with one process less.
 */
export function needOf(ordersPerSecond: number): Need {
  const perOrder = {
    shop: (costs.callCpu + costs.pagesCpu) * costs.calls,
    database: costs.statementCpu * costs.statements * costs.calls,
  };
  const processes = Math.max(2, Math.ceil((ordersPerSecond * perOrder.shop) / 1000 / mostBusy));
  const databaseCores = Math.max(2, Math.ceil((ordersPerSecond * perOrder.database) / 1000 / mostBusy));
  const run = { seconds: 3000 / (ordersPerSecond + 50), seed: 1 };
  const fleet = { ordersPerSecond, processes, databaseCores };
  const withOneLess = simulate(costs, { ...fleet, processes: processes - 1 }, run).p99;
  return { ...fleet, ...simulate(costs, fleet, run), withOneLess };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** The rows of the table in docs/scaling.md. */
export function fleetTable(rates: readonly number[] = [10, 100, 1000]): string[] {
  return rates.map(needOf).map((need) => {
    const cells = [
      need.ordersPerSecond.toLocaleString("en-US"),
      `${need.processes} (${percent(need.processesBusy)} busy)`,
      `${need.databaseCores} (${percent(need.databaseBusy)} busy)`,
      String(need.connections),
      `${Math.round(need.median)} ms`,
      `${Math.round(need.p99)} ms`,
      `${Math.round(need.withOneLess)} ms`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

if (import.meta.main) for (const row of fleetTable()) console.log(row);
