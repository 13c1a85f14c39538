import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteQueryCompiler,
  type TransactionSettings,
} from "kysely";
import { isBusyFile, isFileFailure } from "./failure.ts";
import { fileGuard } from "./file-identity.ts";
import { GroupCommit, type Member } from "./group-commit.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";

/**
 * Leaves `FOR UPDATE` out of the common SQL, since SQLite locks the whole database for a writer.
 */
export class RowLocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(): void {}
}

/**
 * Whether a query changes rows. Kysely's `kind` of the query shows this even if the SQL begins with
 * a common table expression.
 */
const isChange = ({ query, sql }: CompiledQuery): boolean =>
  ["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"].includes(query.kind) || /^\s*(insert|update|delete)/i.test(sql);

/** The most kept statements. The limit is a safeguard, since the program has few SQL texts. */
const maxStatements = 1000;

/** One prepared statement per SQL text. */
export class Statements {
  #kept = new Map<string, { statement: StatementSync; answers: boolean }>();
  #file: DatabaseSync;
  constructor(file: DatabaseSync) {
    this.#file = file;
  }
  run(query: CompiledQuery): QueryResult<unknown> {
    const { statement, answers } = this.#prepare(query.sql);
    const values = query.parameters as SQLInputValue[];
    if (answers) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
  #prepare(text: string): { statement: StatementSync; answers: boolean } {
    const cachedStatement = this.#kept.get(text);
    if (cachedStatement) return cachedStatement;
    const statement = this.#file.prepare(text);
    const prepared = { statement, answers: statement.columns().length > 0 };
    if (this.#kept.size >= maxStatements) this.#kept.clear();
    this.#kept.set(text, prepared);
    return prepared;
  }
}

/**
 * A read transaction on its own connection, for several queries of one state. It does not wait for
 * a writer, and does not block one.
 */
class Snapshot {
  #file: DatabaseSync;
  #reads: Statements;
  constructor(path: string) {
    this.#file = new DatabaseSync(path);
    for (const text of ["PRAGMA busy_timeout = 1000", "PRAGMA query_only = ON", "BEGIN"]) this.#file.exec(text);
    this.#reads = new Statements(this.#file);
  }
  run(query: CompiledQuery): QueryResult<unknown> {
    return this.#reads.run(query);
  }
  close(): void {
    this.#file.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  member: Member | undefined;
  snapshot: Snapshot | undefined;
  #driver: SqliteDriver;
  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }
  async executeQuery<Rows>(query: CompiledQuery): Promise<QueryResult<Rows>> {
    if (this.snapshot) return this.snapshot.run(query) as QueryResult<Rows>;
    return (await this.#driver.execute(query, this.member !== undefined)) as QueryResult<Rows>;
  }
  async *streamQuery<Rows>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Rows>> {
    yield await this.executeQuery<Rows>(query);
  }
}

/**
 * Two connections to one file, so that reads outside transactions never wait for a writer.
 * Transactions start with `BEGIN IMMEDIATE`.
 */
export class SqliteDriver implements Driver {
  readonly reader: DatabaseSync;
  /** called after each commit of this process */
  onCommit: () => void = () => {};
  #writer: DatabaseSync;
  #reads: Statements;
  #writes: Statements;
  #commits: GroupCommit;
  #path: string;
  constructor(path: string, readCacheKib: number) {
    this.#path = path;
    // A migration widens a CHECK by writing sqlite_schema, which a defensive connection refuses.
    this.#writer = new DatabaseSync(path, { defensive: false });
    // Deleted data is overwritten, since erased personal data must not stay in the file. The undo
    // data of a statement or a group's member stays in memory; in a file it would be written twice.
    for (const pragma of [
      "journal_mode = WAL",
      "synchronous = FULL",
      "foreign_keys = ON",
      "busy_timeout = 0",
      "secure_delete = ON",
      "temp_store = MEMORY",
    ])
      this.#writer.exec(`PRAGMA ${pragma}`);
    this.reader = new DatabaseSync(path);
    for (const pragma of ["busy_timeout = 0", "query_only = ON", `cache_size = -${readCacheKib}`])
      this.reader.exec(`PRAGMA ${pragma}`);
    this.#reads = new Statements(this.reader);
    this.#writes = new Statements(this.#writer);
    this.#commits = new GroupCommit(this.#writer, () => this.onCommit(), { guard: fileGuard(path) });
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this);
  }
  async execute(query: CompiledQuery, inTransaction: boolean): Promise<QueryResult<unknown>> {
    if (inTransaction) return this.#change(query);
    if (/^\s*select/i.test(query.sql)) return await this.#read(query);
    const run = () => this.#change(query);
    return isChange(query) ? await this.#commits.change(run) : await this.#commits.outside(run);
  }
  async beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === "read only") connection.snapshot = new Snapshot(this.#path);
    else connection.member = await this.#commits.begin();
  }
  async commitTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.snapshot) return this.#leave(connection);
    await this.#end(connection)?.commit();
  }
  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.snapshot) return this.#leave(connection);
    await this.#end(connection)?.rollback();
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    await this.#commits.outside(() => {
      this.reader.close();
      this.#writer.close();
    });
  }
  /** Throws while the file cannot be written; waits while another process holds its lock. */
  probe(): Promise<void> {
    return this.#commits.probe();
  }
  #change(query: CompiledQuery): QueryResult<unknown> {
    try {
      return this.#writes.run(query);
    } catch (error) {
      if (isFileFailure(error)) this.#commits.failed();
      throw error;
    }
  }
  /**
   * Reads without a busy_timeout, which would block the event loop. A lock that blocks readers is
   * rare, such as after a crash.
   */
  #read(query: CompiledQuery): QueryResult<unknown> | Promise<QueryResult<unknown>> {
    try {
      return this.#reads.run(query);
    } catch (error) {
      if (!isBusyFile(error)) throw error;
      return retryWhileBusy(() => this.#reads.run(query));
    }
  }
  /** Kysely rolls back after a failed commit, when nothing is left to undo. */
  #end(connection: SqliteConnection): Member | undefined {
    const { member } = connection;
    connection.member = undefined;
    return member;
  }
  #leave(connection: SqliteConnection): void {
    connection.snapshot?.close();
    connection.snapshot = undefined;
  }
}
