import { Client } from "pg";
import { TransactionPooling } from "./failure.ts";
import { withReconnect } from "./reconnect.ts";

/**
 * How often the test is repeated, since other clients of the pooler take its connections meanwhile.
 */
const rounds = 3;
/** Pauses between tries to connect, in ms: the server may be starting as well. */
const connectPauses = [250, 500, 1000, 1000];
const usualConnectWithin = 10_000;
const replicaConnectWithin = 2000;

/**
 * Throws if a pooler in front of PostgreSQL gives each transaction another server connection, like
 * PgBouncer with `pool_mode = transaction`. Listeners, prepared statements and settings would be on
 * another connection. `connectWithin` is in ms.
 */
export async function refuseTransactionPooling(url: string, connectWithin = usualConnectWithin): Promise<void> {
  const open = async () => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: connectWithin });
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const first = await withReconnect(connectPauses, open);
  const second = await open().catch(async (error: unknown) => {
    await first.end();
    throw error;
  });
  try {
    for (let round = 0; round < rounds; round++) await refuseChange(first, second);
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

/**
 * Throws if a pooler is in front of a replica. Ignores an unreachable replica, which is not read.
 */
export async function refusePoolingReplica(url: string): Promise<void> {
  await refuseTransactionPooling(url, replicaConnectWithin).catch((error: unknown) => {
    if (error instanceof TransactionPooling) throw new TransactionPooling("DATABASE_REPLICA_URL");
  });
}

const backendOf = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid ?? 0;

/** Throws if `first` gets another server connection while `second` is in a transaction. */
async function refuseChange(first: Client, second: Client): Promise<void> {
  const before = await backendOf(first);
  await second.query("BEGIN");
  try {
    await backendOf(second);
    if ((await backendOf(first)) !== before) throw new TransactionPooling();
  } finally {
    await second.query("ROLLBACK");
  }
}
