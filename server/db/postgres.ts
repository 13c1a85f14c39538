import { PostgresDialect } from "kysely";
import { Client, Pool, types } from "pg";
import { mayChangePages } from "./changes/watched-statements.ts";
import { JoinedClient } from "./joined-client.ts";
import { preparing } from "./prepared.ts";
import { withReconnect } from "./reconnect.ts";

/**
 * int8 and numeric come back as numbers: every such value here is below 2^53 (cents, counts, epoch
 * ms).
 */
const numeric = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);
const parsers = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    numeric.has(oid) ? Number : types.getTypeParser(oid, format as "text"),
};

const options = "-c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000 -c synchronous_commit=on -c timezone=UTC";

/** How many connections there are, how many of them do nothing, and how many queries wait for one. */
export type PoolState = { open: number; idle: number; waiting: number };

/** How long a query waits for a server that restarts: between tries to connect, in ms. */
const connectPauses = [100, 250, 500, 1000, 1000];

/**
 * `url` is a connection string. Up to ten connections, opened when a query needs them. What begins
 * while the server restarts waits for it, up to 3 s; what was under way fails. A connection that
 * takes longer than `connectWithin` (ms; 0: however long) fails. `onChange` is called once this
 * process may have committed a change of what pages show, before whoever changed it learns so.
 */
export function postgresDialect(
  url: string,
  connectWithin = 0,
  onChange: () => void = () => {},
): { dialect: PostgresDialect; pool: () => PoolState } {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    options,
    types: parsers as typeof types,
    connectionTimeoutMillis: connectWithin,
    Client: JoinedClient,
  });
  // The pool replaces a dropped connection, and the query on it fails. Without a listener the error
  // would end the process: the pool's own listener covers idle connections only, so each connection
  // gets one as well.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const prepared = preparing(pool, { isWatched: mayChangePages, onCommit: onChange });
  const connect = () => withReconnect(connectPauses, () => prepared.connect());
  const state = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { dialect: new PostgresDialect({ pool: { ...prepared, connect } }), pool: state };
}

/** How long the listener waits for a server that hangs, until it connects anew; in ms. */
const listenWithin = 10_000;

/** The number of the transaction that a notice is of. */
const transactionOf = (payload: string | undefined): number | undefined => Number(payload) || undefined;

/**
 * Calls `changed` at each catalogue change, with the number of its transaction, and once without
 * one after every reconnect, since notifications may have been lost meanwhile. Returns a function
 * that stops it.
 */
export function listenForChanges(
  url: string,
  changed: (transaction?: number) => void,
  within = listenWithin,
): () => Promise<void> {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const connect = () => {
    const mine = new Client({ connectionString: url, connectionTimeoutMillis: within });
    client = mine;
    mine.on("notification", ({ payload }) => changed(transactionOf(payload)));
    mine.on("error", () => {});
    // Once, whether connecting failed or the connection was lost: a second event would start a
    // second connection.
    mine.once("end", () => {
      if (stopped) return;
      changed();
      retry = setTimeout(connect, 500);
    });
    void listen(mine).catch(() => mine.end().catch(() => {}));
  };
  const listen = async (mine: Client) => {
    await mine.connect();
    await mine.query("LISTEN catalog_changed");
    changed();
  };
  connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
