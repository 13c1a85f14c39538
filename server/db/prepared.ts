import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { LRUCache } from "lru-cache";
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import type { JoinedClient } from "./joined-client.ts";
import { statementLimit } from "./statement-limit.ts";

/** The most statements that a connection prepares; the texts that come first are the common ones. */
const maxNames = 500;

/** A text is prepared at this use: lists of changing lengths make texts that are used once. */
const preparedAtUse = 3;

/** For how many ms longer than a statement may take the server is waited for, which ends it by itself. */
const headStart = 2000;

/**
 * A newer release has added a column while this one runs: what was prepared for `select *` before
 * no longer fits its table. The statement did nothing, and can be sent again.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "0A000" && error.message.startsWith("cached plan");

/** Names for statements that come again, one per text. */
class StatementNames {
  #uses = new LRUCache<string, number>({ max: 2 * maxNames });
  #names = new Map<string, string>();
  #given = 0;

  /** Undefined for a text that is sent as it is. */
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

  /** Every text is prepared again, under a new name. */
  clear(): void {
    this.#names.clear();
  }
}

type PreparingOptions = {
  /** statements that each connection begins with */
  settings?: string;
  /** whether a statement may change what others are told of */
  isWatched?: (text: string) => boolean;
  /** called once such a statement may have been committed, before who sent it learns so */
  onCommit?: () => void;
};

/** A connection of the pool, as Kysely uses it. */
class PreparingClient implements PostgresPoolClient {
  #client: PoolClient & JoinedClient;
  #names: StatementNames;
  #options: PreparingOptions;
  #inTransaction = false;
  /** a transaction was begun, and the server does not know of it yet */
  #begins = false;
  #isWatched = false;
  /** ms that a statement may take as far as the server knows; 0: however long; undefined: as it is set up */
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

  /** Also when the statement failed: a commit may have come through although no answer did. */
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
    // An answer that has come while this process was busy is read first.
    const timer = within === undefined ? undefined : setTimeout(() => setImmediate(giveUp), within + headStart);
    try {
      return (await this.#sendWithin(within ?? 0, query)) as unknown as PostgresQueryResult<Row>;
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }

  /** Tells the server of another limit together with the statement; inside a transaction a rollback would undo that. */
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
   * Begins the transaction together with its first statement. Only a read may go out before the
   * server has answered to BEGIN: had that failed, a change would be made outside of it.
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

/** What the server would answer to a statement that was not sent. */
const unsent = <Row>(command: "SELECT" | "COMMIT" | "ROLLBACK"): PostgresQueryResult<Row> => ({
  command,
  rowCount: 0,
  rows: [],
});

/** A pool of `JoinedClient`s whose connections parse and plan a statement that comes again once, not at each use. */
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
