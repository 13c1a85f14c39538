import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { LRUCache } from "lru-cache";
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import type { JoinedClient } from "./joined-client.ts";
import { statementLimit } from "./statement-limit.ts";

/**
 * The most statements that a connection prepares. Texts that repeat later are sent unprepared: the
 * texts that repeat first are the most frequent ones.
 */
const maxNames = 500;

/**
 * At how many uses a text is prepared. A text with a list of changing length is often used only
 * once, and need not be prepared.
 */
const preparedAtUse = 3;

/**
 * How many ms the client waits longer than a statement's limit, so that the server can end it
 * first.
 */
const headStart = 2000;

/**
 * Whether a prepared `select *` no longer fits its table, since a newer release has added a column.
 * The statement did nothing, and can be sent again.
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

  /** Forgets all names, so that every text is prepared again under a new name. */
  clear(): void {
    this.#names.clear();
  }
}

type PreparingOptions = {
  /** statements that each connection runs first */
  settings?: string;
  /** whether a statement may change data whose changes are announced */
  isWatched?: (text: string) => boolean;
  /** called when such a statement may have been committed, before the caller learns of it */
  onCommit?: () => void;
};

/** A connection of the pool, as Kysely uses it. */
class PreparingClient implements PostgresPoolClient {
  #client: PoolClient & JoinedClient;
  #names: StatementNames;
  #options: PreparingOptions;
  #inTransaction = false;
  /** a transaction has begun, but its BEGIN is not sent yet */
  #begins = false;
  #isWatched = false;
  /**
   * the limit for statements, in ms, that was last sent to the server; 0: no limit; undefined: the
   * server's setting
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
      // The error has ended the transaction, so `transact` runs it again.
      if (this.#inTransaction) throw error;
      return await this.#send<Row>(text, values, undefined);
    } finally {
      if (this.#isWatched && !this.#inTransaction) this.#endWatched();
    }
  }

  /** Also runs after a failed statement, which may have been committed although no answer came. */
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
    // A busy process may notice the deadline late. `setImmediate` lets it first read an answer that
    // has arrived meanwhile.
    const timer = within === undefined ? undefined : setTimeout(() => setImmediate(giveUp), within + headStart);
    try {
      return (await this.#sendWithin(within ?? 0, query)) as unknown as PostgresQueryResult<Row>;
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }

  /**
   * If the limit has changed, sends it together with the statement. In a transaction that has
   * begun, the limit is not sent, since a rollback would undo it.
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
   * Sends BEGIN together with the transaction's first statement if this statement is a read. Any
   * other first statement waits for the answer to BEGIN. If BEGIN failed, that statement would
   * otherwise make its change outside the transaction.
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

/** The result of a statement that was not sent, in the form of the server's answer. */
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
