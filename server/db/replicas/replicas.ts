import { type CompiledQuery, type QueryResult, sql } from "kysely";
import type { Db } from "../tables.ts";
import { identity, openReplica, type ReplicaOptions } from "./replica.ts";

/**
 * The numbers of readable replicas, of unreadable ones, and of the reads that replicas answered.
 */
export type ReplicaState = { ready: number; away: number; reads: number };

export type Replicas = {
  /** Runs a read on a replica. Undefined if no replica can answer now: then the primary has to. */
  read<Row>(query: CompiledQuery): Promise<QueryResult<Row> | undefined>;
  state(): ReplicaState;
  breakOff(): void;
  stop(): Promise<void>;
};

/** The identity of an open database: its cluster and its name. */
export const identityOf = async (db: Db): Promise<string> =>
  (await sql<{ id: string }>`SELECT ${sql.raw(identity)} AS id`.execute(db.withoutPlugins())).rows[0]?.id ?? "";

type Options = ReplicaOptions & {
  /**
   * the byte up to which a replica must have replayed the log to be read; undefined: no replica may
   * be read
   */
  position: () => number | undefined;
};

/** Reads in turn from the replicas that have replayed the log far enough. */
export function openReplicas(urls: readonly string[], { position, ...options }: Options): Replicas {
  const replicas = urls.map((url) => openReplica(url, options));
  let next = 0;
  let reads = 0;
  return {
    async read(query) {
      const from = next++;
      for (let at = 0; at < replicas.length; at += 1) {
        const replica = replicas[(from + at) % replicas.length];
        const needed = position();
        if (!replica?.isReady() || needed === undefined) continue;
        const result = await replica.read<never>(query, needed);
        if (!result) continue;
        reads += 1;
        return result;
      }
      return undefined;
    },
    state() {
      const ready = replicas.filter((replica) => replica.isReady()).length;
      return { ready, away: replicas.length - ready, reads };
    },
    breakOff: () => {
      for (const replica of replicas) replica.breakOff();
    },
    stop: async () => void (await Promise.all(replicas.map((replica) => replica.stop()))),
  };
}
