import type { CompiledQuery, PostgresPool, QueryResult } from "kysely";
import { JoinedClient } from "../joined-client.ts";
import { openPool } from "../pool.ts";
import { settings } from "../postgres.ts";
import { preparing } from "../prepared.ts";

/** In ms. */
export type ReplicaTimes = {
  /**
   * how long a replica may take to accept a connection, and a read may wait for a free connection
   */
  connectWithin: number;
  /** how often a replica is asked for a sign of life */
  beatEvery: number;
  /** a replica without a sign of life for this time counts as away */
  silentAfter: number;
  /** the pause before the next try to connect to a replica that is away */
  retryAfter: number;
  /** how long a replica is not read after it was found to be behind */
  behindFor: number;
};

const usual: ReplicaTimes = { connectWithin: 2000, beatEvery: 1000, silentAfter: 2000, retryAfter: 1000, behindFor: 50 };

export type ReplicaOptions = {
  connections: number;
  /** identifies the primary, since a replica of another database must not be read */
  primaryIdentity: () => Promise<string>;
  /**
   * called with undefined when the replica becomes readable, and with the reason when it no longer
   * is
   */
  onState: (address: string, problem: string | undefined) => void;
  times?: Partial<ReplicaTimes>;
};

/** A streaming replica of the database, read only while it is known to be current. */
export type Replica = {
  isReady(): boolean;
  /**
   * Runs a read if the replica has replayed the primary's log up to `position` (bytes). Undefined
   * if it has not, or if the read failed for a reason other than taking too long.
   */
  read<Row>(query: CompiledQuery, position: number): Promise<QueryResult<Row> | undefined>;
  breakOff(): void;
  stop(): Promise<void>;
};

const replayed = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn END AS position";

/**
 * SQL that identifies the cluster and database of a connection; a replica returns the same value.
 */
export const identity = "(SELECT system_identifier FROM pg_control_system()) || '/' || current_database()";

const tookTooLong = (error: unknown) => error instanceof Error && "code" in error && error.code === "57014";

export function openReplica(url: string, { connections, primaryIdentity, onState, times = {} }: ReplicaOptions): Replica {
  const { connectWithin, beatEvery, silentAfter, retryAfter, behindFor } = { ...usual, ...times };
  const address = new URL(url).host;
  const { pool, breakOff } = openPool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectWithin,
    keepAlive: true,
  });
  const prepared = preparing(pool, { settings });
  type Client = Awaited<ReturnType<PostgresPool["connect"]>>;
  /** The replayed position by connection, since an address may lead to several servers. */
  const positions = new WeakMap<Client, number>();
  let ready = false;
  let stopped = false;
  let behindUntil = 0;
  let problem: string | undefined = "";
  let beating: JoinedClient | undefined;
  let timer: NodeJS.Timeout | undefined;

  const note = (now: string | undefined) => {
    ready = now === undefined;
    if (now === problem || stopped) return;
    problem = now;
    onState(address, now);
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
  const beat = async () => {
    const connection = new JoinedClient({ connectionString: url, connectionTimeoutMillis: connectWithin });
    beating = connection;
    connection.on("error", () => {});
    const within = async <Row extends object>(text: string): Promise<Row | undefined> => {
      const deadline = setTimeout(() => connection.breakOff(), silentAfter);
      return await connection
        .query<Row>(text)
        .then(({ rows }) => rows[0])
        .finally(() => clearTimeout(deadline));
    };
    try {
      await connection.connect();
      const own = await within<{ id: string }>(`SELECT ${identity} AS id`);
      if (own?.id !== (await primaryIdentity())) return "it is no replica of the database that DATABASE_URL names";
      for (; !stopped; await pause(beatEvery)) {
        const row = await within<{ position: unknown }>(replayed);
        if (row?.position == null) return "it is no replica, or not any more";
        note(undefined);
      }
      return undefined;
    } finally {
      void connection.end().catch(() => {});
    }
  };
  const watch = async () => {
    while (!stopped) {
      const words = await beat().catch(() => "it does not respond");
      note(words);
      // Running statements would wait for the silent replica.
      breakOff();
      if (!stopped) await pause(retryAfter);
    }
  };
  void watch();

  const holds = async (client: Client, position: number): Promise<boolean> => {
    if ((positions.get(client) ?? -1) >= position) return true;
    const { rows } = await client.query<{ position: number | null }>(replayed, []);
    const current = rows[0]?.position ?? -1;
    positions.set(client, current);
    if (current < position) behindUntil = performance.now() + behindFor;
    return current >= position;
  };
  return {
    isReady: () => ready && performance.now() >= behindUntil,
    async read<Row>({ sql, parameters }: CompiledQuery, position: number) {
      const client = await prepared.connect().catch(() => undefined);
      if (!client) return undefined;
      try {
        if (!(await holds(client, position))) return undefined;
        const { rows } = await client.query<Row>(sql, parameters);
        return { rows };
      } catch (error) {
        if (tookTooLong(error)) throw error;
        return undefined;
      } finally {
        client.release();
      }
    },
    breakOff,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      beating?.breakOff();
      breakOff();
      await prepared.end();
    },
  };
}
