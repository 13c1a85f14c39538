import { sql } from "kysely";
import { openDatabase } from "../../server/db/open.ts";
import { withStatementLimit } from "../../server/db/statement-limit.ts";
import type { Db } from "../../server/db/tables.ts";
import { freshPostgresDatabase, startPostgres } from "../support/postgres.ts";
import { ratios, shown, table } from "./figures.ts";

const statements = 400;

type Side = { name: string; limitOf: (nth: number) => number | undefined };

const sides: readonly Side[] = [
  { name: "without a limit", limitOf: () => undefined },
  { name: "all with the same, as requests have", limitOf: () => 8000 },
  { name: "each with another one than before", limitOf: (nth) => (nth % 2 === 0 ? 8000 : 120_000) },
];

/** The ms of statements one after the other, on one connection. */
async function measure(db: Db, { limitOf }: Side): Promise<number> {
  const start = performance.now();
  for (let nth = 0; nth < statements; nth += 1) {
    const limit = limitOf(nth);
    const ask = () => sql`SELECT id, name FROM product WHERE id = ${nth}`.execute(db);
    await (limit === undefined ? ask() : withStatementLimit(limit, ask));
  }
  return performance.now() - start;
}

/**
 * Measures the cost of telling PostgreSQL each statement's time limit; returns the lines to print.
 */
export async function benchLimits(rounds: number): Promise<string> {
  const postgres = await startPostgres();
  const { url, drop } = await freshPostgresDatabase(postgres.url);
  const { db, close } = await openDatabase({ url, directory: "" });
  try {
    const times = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
    for (let round = 0; round <= rounds; round += 1)
      for (const side of sides) {
        const ms = await measure(db, side);
        if (round > 0) times.get(side.name)?.push(ms);
      }
    const of = (name = "") => times.get(name) ?? [];
    const bare = of(sides[0]?.name);
    return [
      `Limits of statements on PostgreSQL: ${statements} short reads one after the other, ${rounds} rounds in turn`,
      table([["", "times as long as without"], ...sides.map(({ name }) => [name, shown(ratios(of(name), bare))])]),
    ].join("\n");
  } finally {
    await close();
    await drop();
    await postgres.stop();
  }
}
