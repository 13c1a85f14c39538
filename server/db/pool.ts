import { Pool, type PoolConfig, types } from "pg";
import { JoinedClient } from "./joined-client.ts";

/**
 * PostgreSQL types that are parsed as numbers. Every int8 and numeric value here is below 2^53
 * (cents, counts, epoch ms).
 */
const numeric = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);
const parsers = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    numeric.has(oid) ? Number : types.getTypeParser(oid, format as "text"),
} as typeof types;

/**
 * A pool that replaces a dropped connection, whose query fails. `breakOff` ends all connections
 * without telling the server.
 */
export function openPool(config: PoolConfig): { pool: Pool; breakOff: () => void } {
  const pool = new Pool({ ...config, types: parsers, Client: JoinedClient });
  // Without a listener, an error would end the process. The pool's own listener covers only idle
  // connections, so each connection gets one as well.
  pool.on("error", () => {});
  const clients = new Set<JoinedClient>();
  pool.on("connect", (client) => {
    client.on("error", () => {});
    clients.add(client as unknown as JoinedClient);
  });
  pool.on("remove", (client) => clients.delete(client as unknown as JoinedClient));
  const breakOff = () => {
    for (const client of clients) client.breakOff();
  };
  return { pool, breakOff };
}
