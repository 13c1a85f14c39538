import { PostgresDialect } from "kysely";
import { mayChangePages } from "./changes/watched-statements.ts";
import { silentDatabase } from "./failure.ts";
import { openPool } from "./pool.ts";
import { preparing } from "./prepared.ts";
import { withReconnect } from "./reconnect.ts";
import { statementLimit } from "./statement-limit.ts";

/**
 * The settings of each connection. They are sent as statements, since PgBouncer accepts none of
 * them as parameters at the start of a connection.
 */
export const settings =
  "SET lock_timeout = 5000; SET idle_in_transaction_session_timeout = 30000; SET synchronous_commit = on; SET timezone = 'UTC'";

/** The numbers of connections, of idle ones, and of queries that wait for one. */
export type PoolState = { open: number; idle: number; waiting: number };

/** Pauses between tries to connect, in ms, while a query waits for a server that restarts. */
const connectPauses = [100, 250, 500, 1000, 1000];

/** How long the server may take to end all connections, in ms. */
const endWithin = 5000;

export type PostgresOptions = {
  /** the most connections; 10 if absent */
  connections?: number;
  /** how long (ms) a query waits for a free or a new connection; 0: no limit */
  connectWithin?: number;
  /**
   * called when this process may have committed a change of pages, before the caller learns of the
   * commit
   */
  onChange?: () => void;
  /** false while the server does not respond: then a query with a limit does not wait for it */
  responds?: () => boolean;
};

/**
 * `url` is a connection string. Connections are opened when a query needs them. Statements that
 * begin while the server restarts wait for it, up to 3 s; running statements fail.
 */
export function postgresDialect(
  url: string,
  { connections = 10, connectWithin = 0, onChange = () => {}, responds = () => true }: PostgresOptions = {},
): { dialect: PostgresDialect; pool: () => PoolState; breakOff: () => void } {
  const { pool, breakOff } = openPool({ connectionString: url, max: connections, connectionTimeoutMillis: connectWithin });
  const prepared = preparing(pool, { isWatched: mayChangePages, onCommit: onChange, settings });
  const connectOnce = async () => {
    if (!responds() && statementLimit() !== undefined) throw silentDatabase();
    return await prepared.connect();
  };
  const connect = () => withReconnect(connectPauses, connectOnce);
  const state = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  // A silent server would never answer the request to end a connection.
  const end = async () => {
    const timer = setTimeout(breakOff, endWithin);
    await prepared.end().finally(() => clearTimeout(timer));
  };
  return { dialect: new PostgresDialect({ pool: { ...prepared, connect, end } }), pool: state, breakOff };
}
