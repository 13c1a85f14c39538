const unresponsive = "the database does not respond";
const overloaded = "the database has too many connections";

const ofSqlite: Record<number, string> = {
  5: "another program is using the database: try again when it has finished",
  8: "the database cannot be written: check who owns its files",
  10: "the disk has failed: see the system's log",
  11: "the database is damaged",
  13: "the disk is full",
  14: "the database cannot be opened: check who owns it and its folder",
  26: "the database is damaged: its file is not a database",
};

/**
 * The words for an error, by the beginning of PostgreSQL's SQLSTATE or by a system error's name.
 */
const ofCode: readonly (readonly [code: RegExp, words: string])[] = [
  [/^53100|^ENOSPC$/, "the disk is full"],
  [/^53/, overloaded],
  [/^57014/, "the database took too long"],
  [/^55P03/, "another program is using the database: try again when it has finished"],
  [/^28/, "the database refused this user: check DATABASE_URL"],
  [/^42501/, "the database's user may not do that: it has to own the database and its tables"],
  [/^3D000/, "there is no such database: check DATABASE_URL"],
  [/^08|^25P03|^57P|^ECONN|^EHOST|^ENET|^EPIPE$|^ENOTFOUND$|^ETIMEDOUT$|^EAI_AGAIN$/, unresponsive],
];

/** The database's file has been removed or replaced by another. */
export class FileMoved extends Error {
  constructor() {
    super("the database's file has been removed or replaced: put it back, or start the shop again with the one that is there");
  }
}

/** A pooler gives each transaction another connection of the server (pooling.ts). */
export class TransactionPooling extends Error {
  constructor(variable = "DATABASE_URL") {
    super(
      `${variable} leads to a pooler that gives each transaction another connection, such as PgBouncer with pool_mode = transaction: name PostgreSQL itself, or a pool with pool_mode = session`,
    );
  }
}

type BlockedMigration = {
  migration: string;
  /** how long the migration was tried, in ms */
  retryForMs: number;
  /** the last lock holder that the migration waited for, in words; undefined if unknown */
  holder: string | undefined;
  /** how many other migrations were applied before it */
  applied: number;
};

/** A migration could not lock its tables, since other transactions held them all the time. */
export class MigrationBlocked extends Error {
  constructor({ migration, retryForMs, holder, applied }: BlockedMigration) {
    const others = applied === 1 ? "The migration" : `The ${applied} migrations`;
    const before = `${others} applied before it ${applied === 1 ? "stays" : "stay"}, and the releases before and after run with ${applied === 1 ? "it" : "them"}`;
    super(
      `migration ${migration} could not lock its tables within ${Math.round(retryForMs / 1000)} s: ${holder ?? "other transactions held them"}. ${applied === 0 ? "Nothing was changed" : before}. End that transaction, or wait for it, and try again: what is missing is applied then`,
    );
  }
}

/** The database's encoding cannot store every text of shoppers or the catalog unchanged. */
export class DatabaseEncoding extends Error {
  constructor(encoding: string) {
    super(
      `the database of DATABASE_URL has the encoding ${encoding}, and the shop needs UTF8: create one with createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME, and name it in DATABASE_URL`,
    );
  }
}

/** Whether an error's message is for the owner, and says what to do. */
export const hasOwnRemedy = (error: unknown): boolean =>
  [FileMoved, TransactionPooling, MigrationBlocked, DatabaseEncoding].some((kind) => error instanceof kind);

/** The error of a statement that is not sent, since the database does not respond. */
export const silentDatabase = (): Error => new Error("Connection terminated: the database does not respond");

/** A failure of the database in a sentence for its owner; undefined for any other error. */
export function failureOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (hasOwnRemedy(error)) return error.message;
  if ("errcode" in error) return ofSqlite[Number(error.errcode) & 0xff];
  if (
    /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect|^timeout expired$/.test(
      error.message,
    )
  )
    return unresponsive;
  // The library has no code for a missing password.
  if (error.message.startsWith("SASL: ")) return "the database refused this user: check the password in DATABASE_URL";
  const code = "code" in error ? String(error.code) : "";
  return ofCode.find(([pattern]) => pattern.test(code))?.[1];
}

/**
 * Whether PostgreSQL ended a statement because of a deadlock or a too long wait for a lock. Its
 * transaction changed nothing.
 */
export const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "55P03");

/** Whether another connection has held the lock of an SQLite file for too long. */
export const isBusyFile = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;

/** Whether SQLite could not read or write its file for another reason than a lock. */
export const isFileFailure = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && [8, 10, 11, 13, 14, 26].includes(Number(error.errcode) & 0xff);

const timedOut = (error: unknown) =>
  error instanceof Error && /connection timeout$|^timeout (exceeded|expired)/.test(error.message);

/**
 * Whether the connection broke or could not be made. The running statement may have been committed.
 * False if the wait for a connection timed out: that wait was long enough, so the work is not tried
 * again.
 */
export const isConnectionLost = (error: unknown): boolean => {
  if (timedOut(error)) return false;
  const failure = failureOf(error);
  return failure === unresponsive || failure === overloaded;
};
