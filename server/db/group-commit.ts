import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import pLimit from "p-limit";
import { isBusyFile, isFileFailure } from "./failure.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";

/**
 * How long a group accepts members, in ms. A longer group saves writes, since a page of the file
 * that many members change is written only once. But other calls wait for the whole group.
 */
const usualGroupMs = 15;

/**
 * SQLite rolled back the whole group because of one member's error, such as a full disk. The error
 * counts as busy (5), so that the other members' transactions run again (transaction.ts).
 */
class GroupRolledBack extends Error {
  readonly errcode = 5;
  constructor() {
    super("another transaction of the same commit failed");
  }
}

/** The transactions that the next COMMIT writes to the disk together. */
class Group {
  members = 0;
  readonly opened = performance.now();
  readonly committed: Promise<void>;
  resolve = () => {};
  reject: (error: unknown) => void = () => {};
  constructor() {
    this.committed = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // A group without members has nobody to inform of a failure.
    this.committed.catch(() => {});
  }
}

/** One transaction's hold on the writing connection, from its begin to its end. */
export type Member = {
  /**
   * Resolves once the member's changes are on the disk; throws if the group could not be committed.
   */
  commit(): Promise<void>;
  /**
   * Undoes only this member's changes. Resolves once the changes of earlier members, which this
   * member could see, are on the disk.
   */
  rollback(): Promise<void>;
};

type GroupOptions = { groupMs?: number; guard?: () => void };

/**
 * Transactions of one event loop turn share one COMMIT, and therefore one wait for the disk. They
 * run one after another. Each `commit` resolves after the shared COMMIT, so that no change is
 * reported before it is on the disk.
 */
export class GroupCommit {
  #file: DatabaseSync;
  #onCommit: () => void;
  /** Gives the single writing connection to one transaction at a time, in order. */
  #writer = pLimit(1);
  #group: Group | undefined;
  #groupMs: number;
  #guard: () => void;
  /** another process holds the lock */
  #isLocked = false;
  /** the last change could not be written */
  #hasFailed = false;

  /**
   * `file` is the connection that writes. `onCommit` is called after each COMMIT. `guard`, which
   * may throw, is called before each group. A group accepts members for `groupMs`; meanwhile the
   * event loop does nothing else, such as answering a call that needs no transaction.
   */
  constructor(file: DatabaseSync, onCommit: () => void, { groupMs = usualGroupMs, guard = () => {} }: GroupOptions = {}) {
    this.#file = file;
    this.#onCommit = onCommit;
    this.#groupMs = groupMs;
    this.#guard = guard;
  }

  /** Waits for earlier transactions; throws SQLITE_BUSY if another process keeps the lock. */
  async begin(): Promise<Member> {
    const requestedAt = performance.now();
    const release = await this.#takeWriter();
    try {
      const group = await this.#openGroup(requestedAt);
      // The first member is undone by rolling back the whole group, and needs no savepoint.
      if (group.members > 0) this.#file.exec("SAVEPOINT member");
      return { commit: () => this.#leave(group, release), rollback: () => this.#undo(group, release) };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Runs one statement that changes rows; runs it again if another member's error undid it. */
  async change<Result>(statement: () => Result): Promise<Result> {
    for (;;) {
      const member = await this.begin();
      let result: Result;
      try {
        result = statement();
      } catch (error) {
        await member.rollback();
        throw error;
      }
      try {
        await member.commit();
        return result;
      } catch (error) {
        if (!(error instanceof GroupRolledBack)) throw error;
      }
    }
  }

  /** Runs work that SQLite refuses inside a transaction, such as a PRAGMA, between two groups. */
  async outside<Result>(work: () => Result): Promise<Result> {
    const requestedAt = performance.now();
    return await this.#writer(async () => {
      if (this.#group) this.#commit(this.#group);
      return await this.#whenUnlocked(work, requestedAt);
    });
  }

  /** Records that a change could not be written, such as on a full disk. */
  failed(): void {
    this.#hasFailed = true;
  }

  /** Throws if the file cannot be written; waits while another process holds its lock. */
  async probe(): Promise<void> {
    this.#guard();
    const isWriting = this.#writer.activeCount > 0 || this.#group !== undefined;
    if (isWriting && !this.#isLocked && !this.#hasFailed) return;
    await this.outside(() => this.#tryToWrite());
  }

  /** Waits for the writer, and holds it until the caller calls the resolved function. */
  #takeWriter(): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    return new Promise((resolve) => {
      void this.#writer(() => {
        resolve(release);
        return released;
      });
    });
  }

  /**
   * Tests whether the file can be written, by taking the write lock. After a failed write, it also
   * writes a value that stays the same.
   */
  #tryToWrite(): void {
    this.#file.exec("BEGIN IMMEDIATE");
    try {
      const { user_version: version } = this.#file.prepare("PRAGMA user_version").get() ?? {};
      if (this.#hasFailed) this.#file.exec(`PRAGMA user_version = ${Number(version)}`);
      this.#file.exec("COMMIT");
      this.#hasFailed = false;
    } finally {
      if (this.#file.isTransaction) this.#file.exec("ROLLBACK");
    }
  }

  async #whenUnlocked<Result>(attempt: () => Result, requestedAt: number): Promise<Result> {
    const attemptOnce = () => {
      try {
        return attempt();
      } catch (error) {
        this.#isLocked = isBusyFile(error);
        throw error;
      }
    };
    const result = await retryWhileBusy(attemptOnce, requestedAt);
    this.#isLocked = false;
    return result;
  }

  /** Opens a group; the caller holds the writer. */
  async #openGroup(requestedAt: number): Promise<Group> {
    if (this.#group && performance.now() - this.#group.opened < this.#groupMs) return this.#group;
    if (this.#group) await this.#commitAtTurnEnd(this.#group);
    this.#guard();
    await this.#whenUnlocked(() => this.#file.exec("BEGIN IMMEDIATE"), requestedAt);
    this.#group = new Group();
    return this.#group;
  }

  async #leave(group: Group, release: () => void): Promise<void> {
    try {
      // The data that a savepoint keeps for an undo would otherwise grow until the COMMIT.
      if (group.members > 0) this.#file.exec("RELEASE member");
      group.members += 1;
      // The COMMIT runs at the end of this turn, after the transactions that other requests begin
      // in it.
      if (group.members === 1) setImmediate(() => void this.#commitInOrder(group));
    } finally {
      release();
    }
    await group.committed;
  }

  async #commitInOrder(group: Group): Promise<void> {
    await this.#writer(() => {
      if (this.#group === group) this.#commit(group);
    });
  }

  /**
   * Commits a group at the end of this turn. Requests and answers that have arrived are read before
   * the next group begins.
   */
  async #commitAtTurnEnd(group: Group): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    this.#commit(group);
  }

  #commit(group: Group): void {
    this.#group = undefined;
    try {
      this.#file.exec("COMMIT");
      this.#hasFailed = false;
      this.#onCommit();
      group.resolve();
    } catch (error) {
      if (isFileFailure(error)) this.#hasFailed = true;
      if (this.#file.isTransaction) this.#file.exec("ROLLBACK");
      group.reject(error);
    }
  }

  async #undo(group: Group, release: () => void): Promise<void> {
    try {
      if (group.members === 0 || !this.#file.isTransaction) return this.#drop(group);
      this.#file.exec("ROLLBACK TO member");
      this.#file.exec("RELEASE member");
    } finally {
      release();
    }
    await group.committed.catch(() => {});
  }

  #drop(group: Group): void {
    this.#group = undefined;
    group.reject(new GroupRolledBack());
    if (this.#file.isTransaction) this.#file.exec("ROLLBACK");
  }
}
