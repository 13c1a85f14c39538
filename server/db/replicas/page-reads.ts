import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import { mayReadReplica } from "../changes/tracking.ts";
import type { Replicas } from "./replicas.ts";

const isRead = (text: string) =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert into|delete from|merge into|update|for share|for key share)\b/i.test(text);

/** A connection that sends reads for pages to a replica that can answer, or else to the primary. */
class PageConnection implements DatabaseConnection {
  #driver: Driver;
  #replicas: Replicas;
  #primary: DatabaseConnection | undefined;
  constructor(driver: Driver, replicas: Replicas) {
    this.#driver = driver;
    this.#replicas = replicas;
  }

  async primary(): Promise<DatabaseConnection> {
    this.#primary ??= await this.#driver.acquireConnection();
    return this.#primary;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = this.#primary || !isRead(query.sql) ? undefined : await this.#replicas.read<Row>(query);
    return result ?? (await (await this.primary()).executeQuery<Row>(query));
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.primary()).streamQuery<Row>(query, chunkSize);
  }

  async release(): Promise<void> {
    if (this.#primary) await this.#driver.releaseConnection(this.#primary);
  }
}

function pageReading(driver: Driver, replicas: Replicas): Driver {
  const primaryOf = async (connection: DatabaseConnection) =>
    connection instanceof PageConnection ? await connection.primary() : connection;
  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) =>
      mayReadReplica() ? new PageConnection(driver, replicas) : await driver.acquireConnection(options),
    beginTransaction: async (connection, settings) => await driver.beginTransaction(await primaryOf(connection), settings),
    commitTransaction: async (connection) => await driver.commitTransaction(await primaryOf(connection)),
    rollbackTransaction: async (connection) => await driver.rollbackTransaction(await primaryOf(connection)),
    releaseConnection: (connection) =>
      connection instanceof PageConnection ? connection.release() : driver.releaseConnection(connection),
    destroy: (options) => driver.destroy(options),
  };
}

/**
 * A dialect that sends reads for pages to a replica that can answer. Transactions and all other
 * statements go to the primary.
 */
export const withReplicas = (dialect: Dialect, replicas: Replicas): Dialect => ({
  createDriver: () => pageReading(dialect.createDriver(), replicas),
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});
