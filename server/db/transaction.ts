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
import { engineOf } from "./engine.ts";
import type { Db, Tx } from "./tables.ts";

const inside = new AsyncLocalStorage<boolean>();

/**
 * Throws inside a transaction: a gateway call or a nested transaction there would hold a lock over
 * the network, or wait for ever.
 */
export function refuseInsideTransaction(): void {
  if (inside.getStore())
    throw new Error("this may not happen inside a database transaction: pass its tx, or do it after the commit");
}

/**
 * A query through `db` inside a transaction would miss it (PostgreSQL) or wait for itself (SQLite):
 * it throws instead.
 */
export const outsideOnly: KyselyPlugin = {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    refuseInsideTransaction();
    return node;
  },
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  },
};

const sqlState = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
const sqliteCode = (error: unknown): number => (error instanceof Error && "errcode" in error ? Number(error.errcode) : 0);

const isTransient = (error: unknown) => ["40001", "40P01", "55P03"].includes(sqlState(error)) || (sqliteCode(error) & 0xff) === 5;

/** True for a broken unique key or primary key, on either engine. */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === "23505" || [2067, 1555].includes(sqliteCode(error));

/**
 * What the database says against a row, such as a broken check or a text that it cannot hold;
 * undefined when it failed for another reason.
 */
export function refusedRow(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const refused = /^(22|23|54|P0001)/.test(sqlState(error)) || [18, 19, 20].includes(sqliteCode(error) & 0xff);
  return refused ? error.message : undefined;
}

const tries = 5;

/**
 * Runs `work` in one transaction. It may run again after a deadlock, so it touches nothing but
 * `tx`; a throw rolls everything back.
 */
export async function transact<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  refuseInsideTransaction();
  for (let runOnce = 1; ; runOnce++) {
    try {
      return await inside.run(true, () => db.withoutPlugins().transaction().execute(work));
    } catch (error) {
      if (!isTransient(error) || runOnce === tries) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** runOnce));
  }
}

/**
 * Runs `work` on the database as it is now, and as nobody changes it: it sees nothing of what is
 * committed meanwhile, keeps no writer waiting and may not write itself. It may take its time;
 * while it lasts, SQLite cannot fold its log back into the file.
 */
export async function readSnapshot<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  refuseInsideTransaction();
  const snapshot = db.withoutPlugins().transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  const begin = async (tx: Tx) => {
    if (engineOf(tx) === "postgres") await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
    // Both engines take the picture at the first question, not at the beginning.
    await tx.selectFrom("catalog_version").select("version").execute();
    return await work(tx);
  };
  return await inside.run(true, () => snapshot.execute(begin));
}

class Refused extends Error {
  readonly refusal: { ok: false };
  constructor(refusal: { ok: false }) {
    super("refused");
    this.refusal = refusal;
  }
}

/**
 * Like `transact`, but a refusal (`{ ok: false }`) that `work` returns rolls everything back and is
 * then the answer.
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
    super("rehearsed");
    this.value = value;
  }
}

/**
 * Runs `work` as `transact` does and undoes all that it wrote; the answer is what it would have
 * been.
 */
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
