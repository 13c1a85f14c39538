import { join } from "node:path";
import { Kysely, type Logger, sql } from "kysely";
import { ChangeClock } from "./changes/change-clock.ts";
import type { ChangeFeed } from "./changes/change-feed.ts";
import { type Listener, listenForChanges } from "./changes/listen.ts";
import { type PostgresFeed, postgresFeed } from "./changes/postgres-feed.ts";
import { sqliteFeed } from "./changes/sqlite-feed.ts";
import { keepResults } from "./changes/tracked-results.ts";
import type { Engine } from "./engine.ts";
import { DatabaseEncoding } from "./failure.ts";
import { knownMigrations, migrate, pendingMigrations } from "./migrate.ts";
import { type PoolState, postgresDialect } from "./postgres.ts";
import { withReplicas } from "./replicas/page-reads.ts";
import { identityOf, openReplicas, type ReplicaState, type Replicas } from "./replicas/replicas.ts";
import { NoShop, OlderSchemaError } from "./schema-requirements.ts";
import { sqliteDialect } from "./sqlite.ts";
import type { Db, Tables } from "./tables.ts";
import { outsideOnly } from "./transaction.ts";

export type OpenDatabase = {
  db: Db;
  engine: Engine;
  /**
   * A number that changes with every change of catalogue pages by any process. Takes microseconds.
   */
  catalogVersion(): number;
  /** the known changes of catalogue pages, which `feed` brings up to date */
  clock: ChangeClock;
  feed: ChangeFeed;
  /** the path of an SQLite file */
  file?: string;
  /** the state of PostgreSQL's connections */
  pool?: () => PoolState;
  /** the state of its replicas, if it has any */
  replicas?: () => ReplicaState;
  /** False while the database does not respond; statements fail then. */
  responds(): boolean;
  /**
   * Ends all connections to a silent server immediately, since it answers nothing. Running
   * statements fail.
   */
  breakOff(): void;
  /** Throws while the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** `refuse` throws OlderSchemaError; `leave` opens the database without the missing migrations */
export type OlderSchema = "migrate" | "refuse" | "leave";

type DatabaseOptions = {
  url: string | undefined;
  directory: string;
  /** KiB of an SQLite file that reads keep in memory; 64 MiB if absent */
  readCacheKib?: number | undefined;
  /** the most connections to PostgreSQL; 10 if absent */
  connections?: number | undefined;
  /** addresses of PostgreSQL replicas, which answer reads for pages */
  replicaUrls?: readonly string[] | undefined;
  onReplica?: OnReplica | undefined;
  /** ms that PostgreSQL may take to accept a connection; the system's limit if absent */
  connectWithin?: number | undefined;
  /** called with the missing migrations of a database in use, before they are applied */
  onMigrating?: (names: readonly string[]) => void;
  /** the handling of a database in use that lacks migrations; a new database always gets them */
  olderSchema?: OlderSchema | undefined;
  /** throws NoShop if the database has no schema yet, instead of creating it */
  mustExist?: boolean | undefined;
  /** leaves the schema unchanged: for callers that only look at it */
  asItIs?: boolean;
  /**
   * called for each statement once it has ended: its text without values, and its duration in ms
   */
  onStatement?: OnStatement | undefined;
};

/**
 * Called with undefined when the replica at an address becomes readable, and with the reason when
 * it no longer is.
 */
type OnReplica = (address: string, problem: string | undefined) => void;

export type OnStatement = (text: string, ms: number, failed: boolean) => void;

/** Kysely measures only if there is a listener. */
const listening = (onStatement: OnStatement | undefined): { log?: Logger } =>
  onStatement === undefined
    ? {}
    : { log: ({ level, query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis, level === "error") };

const commits = new WeakMap<Db, () => unknown>();

/**
 * A value that changes after any commit of any process; reading it takes microseconds. Undefined if
 * the engine cannot tell, or inside a transaction.
 */
export const lastCommitOf = (db: Db): unknown => commits.get(db)?.();

/**
 * Opens PostgreSQL at `url`, or without `url` SQLite in `directory`, and brings the schema up to
 * date. Throws UnfitSchema if no migration makes the database fit for this release.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, directory, asItIs } = options;
  const opened = url ? openPostgres(url, options) : openSqlite(directory, options);
  try {
    if (asItIs) await refuseOtherEncoding(opened);
    else await bringUpToDate(opened, options);
  } catch (error) {
    // The listener for changes would keep the process alive.
    await opened.close();
    throw error;
  }
  keepResults(opened.db, opened.clock, opened.feed);
  return opened;
}

async function refuseOtherEncoding({ db, engine }: OpenDatabase): Promise<void> {
  if (engine === "sqlite") return;
  const { rows } = await sql<{ encoding: string }>`SELECT current_setting('server_encoding') AS encoding`.execute(db);
  const encoding = rows[0]?.encoding ?? "";
  if (encoding !== "UTF8") throw new DatabaseEncoding(encoding);
}

async function bringUpToDate(
  opened: OpenDatabase,
  { olderSchema = "migrate", mustExist = false, onMigrating }: Pick<DatabaseOptions, "olderSchema" | "mustExist" | "onMigrating">,
): Promise<void> {
  const { db, engine } = opened;
  if (olderSchema !== "migrate" || mustExist) {
    const missing = Object.keys(await pendingMigrations(db, engine)).length;
    const isInUse = missing < knownMigrations(engine).length;
    if (mustExist && !isInUse) throw new NoShop();
    // A backup uses `leave`. The encoding is not checked, since a backup is needed to move to a
    // database with another encoding.
    if (isInUse && olderSchema === "leave") return;
    if (isInUse && missing > 0 && olderSchema === "refuse") throw new OlderSchemaError(missing);
  }
  await refuseOtherEncoding(opened);
  await migrate(db, engine, { ...(onMigrating && { onMigrating }) });
}

const ping = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db);
};

function openPostgres(
  url: string,
  {
    connections,
    connectWithin,
    onStatement,
    replicaUrls = [],
    onReplica = () => {},
  }: Pick<DatabaseOptions, "connections" | "connectWithin" | "onStatement" | "replicaUrls" | "onReplica">,
): OpenDatabase {
  const feeds: { current?: PostgresFeed; listener?: Listener; db?: Db } = {};
  const responds = () => feeds.listener?.responds() ?? true;
  const { dialect, pool, breakOff } = postgresDialect(url, {
    ...(connections !== undefined && { connections }),
    ...(connectWithin !== undefined && { connectWithin }),
    onChange: () => feeds.current?.committed(),
    responds,
  });
  const replicas = replicaUrls.length > 0 ? replicasOf(replicaUrls, { connections, onReplica, feeds }) : undefined;
  const routed = replicas ? withReplicas(dialect, replicas) : dialect;
  const db = new Kysely<Tables>({ dialect: routed, plugins: [outsideOnly], ...listening(onStatement) });
  const clock = new ChangeClock();
  const feed = postgresFeed(db, clock, { positions: replicas !== undefined });
  Object.assign(feeds, { current: feed, db });
  let version = 0;
  const onChange = (transaction?: number) => {
    version += 1;
    feed.notified(transaction);
  };
  const events = { changed: onChange, poll: () => feed.notified(undefined) };
  const listener = listenForChanges(url, events, connectWithin ? { connectWithin } : {});
  feeds.listener = listener;
  const close = async () => {
    await replicas?.stop();
    await listener.stop();
    await db.destroy();
  };
  const parts = {
    pool,
    catalogVersion: () => version,
    clock,
    feed,
    responds,
    breakOff,
    ...(replicas && { replicas: replicas.state }),
  };
  return { db, engine: "postgres", ...parts, ping: () => ping(db), close };
}

type FeedHolder = { current?: PostgresFeed; db?: Db };

const replicasOf = (
  urls: readonly string[],
  { connections = 10, onReplica, feeds }: { connections: number | undefined; onReplica: OnReplica; feeds: FeedHolder },
): Replicas =>
  openReplicas(urls, {
    connections,
    onState: onReplica,
    position: () => feeds.current?.position(),
    primaryIdentity: async () => (feeds.db ? await identityOf(feeds.db) : ""),
  });

function openSqlite(
  directory: string,
  { readCacheKib, onStatement }: Pick<DatabaseOptions, "readCacheKib" | "onStatement">,
): OpenDatabase {
  const file = join(directory, "store.db");
  const { dialect, catalogVersion, lastCommit, reader, probe } = sqliteDialect(file, readCacheKib);
  const db = new Kysely<Tables>({ dialect, plugins: [outsideOnly], ...listening(onStatement) });
  commits.set(db, lastCommit);
  const clock = new ChangeClock();
  const feed = sqliteFeed(reader, catalogVersion, clock);
  const parts = { file, catalogVersion, clock, feed, responds: () => true, breakOff: () => {} };
  return { db, engine: "sqlite", ...parts, ping: probe, close: () => db.destroy() };
}
