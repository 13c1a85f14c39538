import { PostgresDialect } from "kysely";
import { mayChangePages } from "./changes/watched-statements.ts";
import { silentDatabase } from "./failure.ts";
import { openPool } from "./pool.ts";
import { preparing } from "./prepared.ts";
import { withReconnect } from "./reconnect.ts";
import { statementLimit } from "./statement-limit.ts";

/** Of each connection. As statements: PgBouncer takes none of them when a connection begins. */
export const settings =
  "SET lock_timeout = 5000; SET idle_in_transaction_session_timeout = 30000; SET synchronous_commit = on; SET timezone = 'UTC'";

/** How many connections there are, how many of them do nothing, and how many queries wait for one. */
export type PoolState = { open: number; idle: number; waiting: number };

/** How long a query waits for a server that restarts: between tries to connect, in ms. */
const connectPauses = [100, 250, 500, 1000, 1000];

/** How long the server may take to end all connections, in ms. */
const endWithin = 5000;

export type PostgresOptions = {
  /** how many connections there are at most; 10 where it is absent */
  connections?: number;
  /** ms that a query waits for a connection, a free one or a new one; 0: however long */
  connectWithin?: number;
  /** called once this process may have committed a change of what pages show, before whoever changed it learns so */
  onChange?: () => void;
  /** false while the server is known to be silent: then what has a limit does not wait for it */
  responds?: () => boolean;
};

/**
 * `url` is a connection string. Connections are opened when a query needs them. What begins while the
 * server restarts waits for it, up to 3 s; what was under way fails.
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
  // A server that is silent would never say goodbye.
  const end = async () => {
    const timer = setTimeout(breakOff, endWithin);
    await prepared.end().finally(() => clearTimeout(timer));
  };
  return { dialect: new PostgresDialect({ pool: { ...prepared, connect, end } }), pool: state, breakOff };
}
