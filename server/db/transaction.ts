import { AsyncLocalStorage } from "node:async_hooks";
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  sql,
  type UnknownRow,
} from "kysely";
import { noteRead } from "./changes/tracking.ts";
import { engineOf } from "./engine.ts";
import { isStalePlan } from "./prepared.ts";
import type { Db, Tx } from "./tables.ts";

/** The callbacks that wait for the running transaction's commit. */
const inside = new AsyncLocalStorage<(() => void)[]>();

/**
 * Throws inside a transaction. A gateway call there would hold a lock during network traffic, and a
 * nested transaction would deadlock.
 */
export function refuseInsideTransaction(): void {
  if (inside.getStore())
    throw new Error("this may not happen inside a database transaction: pass its tx, or do it after the commit");
}

/**
 * Throws for a query through `db` inside a transaction. Such a query would not see the
 * transaction's changes (PostgreSQL) or would deadlock (SQLite).
 */
export const outsideOnly: KyselyPlugin = {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    refuseInsideTransaction();
    noteRead();
    return node;
  },
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  },
};

const sqlState = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
const sqliteCode = (error: unknown): number => (error instanceof Error && "errcode" in error ? Number(error.errcode) : 0);

const isTransient = (error: unknown) =>
  ["40001", "40P01", "55P03"].includes(sqlState(error)) || (sqliteCode(error) & 0xff) === 5 || isStalePlan(error);

/** Whether a unique key or primary key was violated, on either engine. */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === "23505" || [2067, 1555].includes(sqliteCode(error));

/**
 * Why the database refused a row, such as a violated check or a text that it cannot store;
 * undefined if it failed for another reason.
 */
export function refusedRow(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const refused = /^(22|23|54|P0001)/.test(sqlState(error)) || [18, 19, 20].includes(sqliteCode(error) & 0xff);
  return refused ? error.message : undefined;
}

const tries = 5;
/**
 * No further try begins after this time, in ms. Each try may have waited 5 s for a lock, and the
 * caller waits for an answer.
 */
const triesMs = 8000;

/**
 * Runs `work` in one transaction; a throw rolls everything back. `work` may run again after a
 * deadlock, so it may affect nothing but `tx`.
 */
export async function transact<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  refuseInsideTransaction();
  const began = performance.now();
  for (let runOnce = 1; ; runOnce++) {
    const waiting: (() => void)[] = [];
    try {
      const value = await inside.run(waiting, () => db.withoutPlugins().transaction().execute(work));
      for (const run of waiting) run();
      return value;
    } catch (error) {
      if (!isTransient(error) || runOnce === tries || performance.now() - began > triesMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** runOnce));
  }
}

/**
 * Runs `work`, such as writing a log line, after the transaction has been committed. It must not
 * throw, and is lost if the process ends. Use a job for work that must happen.
 */
export function afterCommit(work: () => void): void {
  const waiting = inside.getStore();
  if (!waiting) throw new Error("this has to be called inside a transaction");
  waiting.push(work);
}

/**
 * Runs `work` in a read-only transaction on the database's current state. It sees no later commit,
 * blocks no writer and may take long; meanwhile SQLite cannot checkpoint its log.
 */
export async function readSnapshot<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  refuseInsideTransaction();
  const snapshot = db.withoutPlugins().transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  const begin = async (tx: Tx) => {
    if (engineOf(tx) === "postgres") await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
    // Both engines take the snapshot at the first query, not at BEGIN.
    await tx.selectFrom("catalog_version").select("version").execute();
    return await work(tx);
  };
  return await inside.run([], () => snapshot.execute(begin));
}

class Refused extends Error {
  readonly refusal: { ok: false };
  constructor(refusal: { ok: false }) {
    super("refused");
    this.refusal = refusal;
  }
}

/**
 * Runs `work` like `transact`. If `work` returns a refusal (`{ ok: false }`), rolls everything back
 * and returns the refusal.
 */
export async function transactOutcome<Result extends { ok: boolean }>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await transact(db, async (tx) => {
      const outcome = await work(tx);
      if (!outcome.ok) throw new Refused(outcome as { ok: false });
      return outcome;
    });
  } catch (error) {
    if (error instanceof Refused) return error.refusal as Result;
    throw error;
  }
}

class DryRunResult<Value> extends Error {
  readonly value: Value;
  constructor(value: Value) {
    super("dry run");
    this.value = value;
  }
}

/** Runs `work` like `transact`, returns its result, and rolls everything back. */
export async function dryRun<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  try {
    return await transact(db, async (tx) => {
      throw new DryRunResult(await work(tx));
    });
  } catch (error) {
    if (error instanceof DryRunResult) return error.value as Value;
    throw error;
  }
}
