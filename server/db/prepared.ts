import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { LRUCache } from "lru-cache";
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import type { JoinedClient } from "./joined-client.ts";
import { statementLimit } from "./statement-limit.ts";

/** The most statements that a connection prepares: the first texts are the common ones. */
const maxNames = 500;

/**
 * The use of a text at which it is prepared: lists of changing lengths make texts that are used
 * once.
 */
const preparedAtUse = 3;

/**
 * How many ms longer than a statement's limit the server is waited for, since it ends the statement
 * by itself.
 */
const headStart = 2000;

/**
 * Whether a newer release has added a column while this one runs: then a prepared `select *` no
 * longer fits its table. The statement did nothing, and can be sent again.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "0A000" && error.message.startsWith("cached plan");

/** Names for repeated statements, one for each text. */
class StatementNames {
  #uses = new LRUCache<string, number>({ max: 2 * maxNames });
  #names = new Map<string, string>();
  #given = 0;

  /** The name of a text; undefined if it is sent unprepared. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= maxNames || !/^(select|insert|update|delete|with)/i.test(text)) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.set(text, uses);
    if (uses < preparedAtUse) return undefined;
    this.#given += 1;
    this.#names.set(text, `s${this.#given}`);
    return this.#names.get(text);
  }

  /** Makes every text be prepared again, under a new name. */
  clear(): void {
    this.#names.clear();
  }
}

type PreparingOptions = {
  /** statements with which each connection begins */
  settings?: string;
  /** whether a statement may change data of which others are told */
  isWatched?: (text: string) => boolean;
  /** called once such a statement may have been committed, before the caller learns of it */
  onCommit?: () => void;
};

/** A connection of the pool, as Kysely uses it. */
class PreparingClient implements PostgresPoolClient {
  #client: PoolClient & JoinedClient;
  #names: StatementNames;
  #options: PreparingOptions;
  #inTransaction = false;
  /** a transaction was begun of which the server does not know yet */
  #begins = false;
  #isWatched = false;
  /**
   * ms that a statement may take as far as the server knows; 0: no limit; undefined: the server's
   * setting
   */
  #serverLimit: number | undefined;
  constructor(client: PoolClient & JoinedClient, names: StatementNames, options: PreparingOptions) {
    this.#client = client;
    this.#names = names;
    this.#options = options;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(query: string | PostgresCursor<Row>, values: readonly unknown[] = []) {
    return typeof query === "string"
      ? this.#run<Row>(query, values)
      : (this.#client.query(query as never) as PostgresCursor<Row>);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  async #run<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (/^(begin|start transaction)/.test(text)) this.#inTransaction = true;
    if (text === "commit" || text === "rollback") this.#inTransaction = false;
    if (text === "begin") {
      this.#begins = true;
      return unsent<Row>("SELECT");
    }
    if (this.#begins && !this.#inTransaction) {
      this.#begins = false;
      return unsent<Row>(text === "commit" ? "COMMIT" : "ROLLBACK");
    }
    if (this.#options.isWatched?.(text)) this.#isWatched = true;
    try {
      return await this.#send<Row>(text, values, this.#names.nameOf(text));
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#names.clear();
      // The error has ended the transaction: `transact` runs it again.
      if (this.#inTransaction) throw error;
      return await this.#send<Row>(text, values, undefined);
    } finally {
      if (this.#isWatched && !this.#inTransaction) this.#endWatched();
    }
  }

  /** Runs after a failed statement too: its commit may have come through without an answer. */
  #endWatched(): void {
    this.#isWatched = false;
    this.#options.onCommit?.();
  }

  async #send<Row>(text: string, values: readonly unknown[], name: string | undefined): Promise<PostgresQueryResult<Row>> {
    const query = { text, values: [...values], ...(name !== undefined && { name }) };
    const within = statementLimit();
    let isAnswered = false;
    const giveUp = () => {
      if (!isAnswered) this.#client.breakOff();
    };
    // Reads an answer first that has come while this process was busy.
    const timer = within === undefined ? undefined : setTimeout(() => setImmediate(giveUp), within + headStart);
    try {
      return (await this.#sendWithin(within ?? 0, query)) as unknown as PostgresQueryResult<Row>;
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }

  /**
   * Tells the server a new limit together with the statement; inside a transaction a rollback would
   * undo the limit.
   */
  #sendWithin(limit: number, query: QueryConfig): Promise<QueryResult> {
    const send = () => (this.#begins ? this.#begin(query) : this.#client.query(query));
    const isWithin = this.#inTransaction && !this.#begins && !query.text.startsWith("start transaction");
    if (limit === this.#serverLimit || isWithin) return send();
    const { settings = "" } = this.#serverLimit === undefined ? this.#options : {};
    this.#serverLimit = limit;
    return this.#client.join(async () => {
      const set = this.#client.query(`SET statement_timeout = ${limit}; ${settings}`);
      const [, result] = await Promise.all([set, send()]);
      return result;
    });
  }

  /**
   * Begins the transaction together with its first statement. Only a read may be sent before the
   * server has answered BEGIN: if that failed, a change would be made outside the transaction.
   */
  async #begin(query: QueryConfig): Promise<QueryResult> {
    this.#begins = false;
    if (!/^select/i.test(query.text)) {
      await this.#client.query("begin");
      return await this.#client.query(query);
    }
    const [, result] = await this.#client.join(() => Promise.all([this.#client.query("begin"), this.#client.query(query)]));
    return result;
  }
}

/** The result of a statement that was not sent, as the server would answer it. */
const unsent = <Row>(command: "SELECT" | "COMMIT" | "ROLLBACK"): PostgresQueryResult<Row> => ({
  command,
  rowCount: 0,
  rows: [],
});

/**
 * A pool of `JoinedClient`s whose connections parse and plan a repeated statement once, not at each
 * use.
 */
export function preparing(pool: Pool, options: PreparingOptions = {}): PostgresPool {
  const names = new StatementNames();
  const clients = new WeakMap<PoolClient, PreparingClient>();
  const connect = async () => {
    const client = (await pool.connect()) as PoolClient & JoinedClient;
    const preparingClient = clients.get(client) ?? new PreparingClient(client, names, options);
    clients.set(client, preparingClient);
    return preparingClient;
  };
  return { options: pool.options, connect, end: () => pool.end() };
}
