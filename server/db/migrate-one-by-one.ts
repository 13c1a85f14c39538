import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { isLockFailure, MigrationBlocked } from "./failure.ts";
import { watchLockHolder } from "./lock-holder.ts";
import type { Db } from "./tables.ts";

export type OneByOneOptions = {
  /** how long (ms) one migration is tried again while others hold its locks */
  retryForMs?: number;
  /** called for each migration once it is committed */
  onApplied?: (name: string) => void;
};

const usualRetryForMs = 300_000;

/**
 * How long a statement of a migration waits for a lock, in ms. The shop's statements on the same
 * table wait behind it. So this is shorter than their own limit (postgres.ts).
 */
const lockTimeoutMs = 3000;

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/** The pause in ms. It is random, so that two processes do not collide again and again. */
const pauseAfter = (failures: number): number =>
  Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.5 + Math.random());

/** A migration that failed and was rolled back; `cause` is the reason. */
class FailedMigration extends Error {
  readonly migration: string;
  constructor(migration: string, cause: unknown) {
    super("a migration failed", { cause });
    this.migration = migration;
  }
}

/**
 * Removes the time limit of statements, since a migration may build an index. Limits their waits
 * for locks to a short time.
 */
const withLockTimeout = (db: Db, { up }: Migration, onHolder: (holder: string) => void): Migration => ({
  async up(tx: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ pid: number }>`
      SELECT pg_backend_pid() AS pid, set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
        set_config('statement_timeout', '0', true)`.execute(tx);
    const stop = watchLockHolder(db, rows[0]?.pid ?? 0, onHolder);
    await up(tx).finally(stop);
  },
});

/**
 * Applies the first missing migration in a transaction of its own; undefined if none is missing.
 */
async function applyNext(migrator: Migrator): Promise<string | undefined> {
  const { error, results = [] } = await migrator.migrateUp();
  const name = results[0]?.migrationName;
  if (error) throw name === undefined ? error : new FailedMigration(name, error);
  return name;
}

/**
 * Applies the missing migrations of a PostgreSQL database in use. Each has its own transaction, so
 * that few locks are held together, and only briefly. A migration that meets a deadlock, or waits
 * too long for a lock, has changed nothing and is tried again. After `retryForMs` of this, throws
 * MigrationBlocked.
 */
export async function applyOneByOne(
  db: Db,
  migrations: Record<string, Migration>,
  migrationTableName: string,
  { retryForMs = usualRetryForMs, onApplied = () => {} }: OneByOneOptions,
): Promise<string[]> {
  let holder: string | undefined;
  const withTimeouts = Object.fromEntries(
    Object.entries(migrations).map(([name, each]) => [
      name,
      withLockTimeout(db, each, (lockHolder) => {
        holder = lockHolder;
      }),
    ]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => withTimeouts }, migrationTableName });
  const applied: string[] = [];
  for (;;) {
    holder = undefined;
    const name = await retryBlocked(retryForMs, () => applyNext(migrator), { applied, holder: () => holder });
    if (name === undefined) return applied;
    applied.push(name);
    onApplied(name);
  }
}

type Progress = { applied: readonly string[]; holder: () => string | undefined };

async function retryBlocked<Value>(
  retryForMs: number,
  attempt: () => Promise<Value>,
  { applied, holder }: Progress,
): Promise<Value> {
  let began: number | undefined;
  for (let failures = 1; ; failures++) {
    const at = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FailedMigration)) throw error;
      // A failed wait for another process that migrates has no migration's name. So it is no
      // FailedMigration and was thrown above.
      if (!isLockFailure(error.cause)) throw error.cause;
      began ??= at;
      if (performance.now() - began >= retryForMs)
        throw new MigrationBlocked({ migration: error.migration, retryForMs, holder: holder(), applied: applied.length });
    }
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(failures)));
  }
}
