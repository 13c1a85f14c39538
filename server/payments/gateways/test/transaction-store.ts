import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { newId } from "../../../ids.ts";
import type { Transaction } from "../protocol.ts";
import { PageStore } from "./page-store.ts";

/**
 * A transaction with fields that only this store needs: the amount asked for, its parent, and its
 * card's fault.
 */
export type Entry = Transaction & { seq: number; askedCents: number; parentRef: string | null; fault: string | null };
export type NewEntry = Omit<Entry, "seq" | "ref" | "authRef" | "captureRef" | "status" | "disputed"> & { authRef: string | null };

const schema = `
  create table if not exists entry (
    seq integer primary key autoincrement,
    key text not null unique,
    kind text not null check (kind in ('authorize', 'capture', 'void', 'refund')),
    state text not null,
    ref text not null unique,
    auth_ref text not null,
    parent_ref text,
    order_ref text not null,
    asked_cents integer not null check (asked_cents > 0),
    amount_cents integer not null check (amount_cents >= 0),
    captured_cents integer not null check (captured_cents between 0 and amount_cents),
    refunded_cents integer not null check (refunded_cents between 0 and captured_cents),
    code text not null,
    avs text,
    cvv text,
    brand text not null,
    last4 text not null check (length(last4) <= 4),
    fault text,
    at integer not null
  ) strict;
  create table if not exists dispute (auth_ref text primary key) strict;
  create index if not exists entry_at on entry (at);
  create unique index if not exists entry_one_capture on entry (auth_ref) where kind = 'capture' and state <> 'declined';`;

const columns = `seq, key, kind, case state when 'declined' then 'declined' else 'approved' end as status, state, ref,
  auth_ref as authRef, case kind when 'authorize' then (select capture.ref from entry capture
    where capture.auth_ref = entry.auth_ref and capture.kind = 'capture' and capture.state <> 'declined') end as captureRef, parent_ref as parentRef, order_ref as orderRef, asked_cents as askedCents, amount_cents as amountCents,
  captured_cents as capturedCents, refunded_cents as refundedCents, code, avs, cvv, brand, last4, fault, at,
  exists (select 1 from dispute where dispute.auth_ref = entry.auth_ref) as disputed`;

/**
 * Stores the test gateway's transactions, without any card number, expiry or code. A row is on the
 * disk before its answer is sent.
 */
export class TransactionStore {
  readonly #db: DatabaseSync;
  readonly pages: PageStore;

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 5000 });
    this.#db.exec("pragma journal_mode = wal; pragma synchronous = full;");
    this.#db.exec(schema);
    this.pages = new PageStore(this.#db);
  }

  atomically<Value>(work: () => Value): Value {
    this.#db.exec("begin immediate");
    try {
      const value = work();
      this.#db.exec("commit");
      return value;
    } catch (error) {
      this.#db.exec("rollback");
      throw error;
    }
  }

  byKey = (key: string) => this.#read("where key = ?", key)[0];

  byRef = (ref: string) => this.#read("where ref = ?", ref)[0];

  between = (since: number, until: number, after: number, limit: number) =>
    this.#read("where at >= ? and at < ? and seq > ? order by seq limit ?", since, until, after, limit);

  add(entry: NewEntry): Entry {
    const ref = `${entry.kind}_${newId()}`;
    const row = { ...entry, ref, authRef: entry.authRef ?? ref };
    this.#db
      .prepare(`insert into entry (key, kind, state, ref, auth_ref, parent_ref, order_ref, asked_cents, amount_cents, captured_cents,
        refunded_cents, code, avs, cvv, brand, last4, fault, at) values (:key, :kind, :state, :ref, :authRef, :parentRef, :orderRef, :askedCents,
        :amountCents, :capturedCents, :refundedCents, :code, :avs, :cvv, :brand, :last4, :fault, :at)`)
      .run(row);
    return this.#written(ref);
  }

  amend(ref: string, to: Pick<Entry, "state" | "capturedCents" | "refundedCents">): void {
    this.#db
      .prepare("update entry set state = ?, captured_cents = ?, refunded_cents = ? where ref = ?")
      .run(to.state, to.capturedCents, to.refundedCents, ref);
  }

  dispute(authRef: string): void {
    this.#db.prepare("insert or ignore into dispute (auth_ref) values (?)").run(authRef);
  }

  close(): void {
    this.#db.close();
  }

  #written(ref: string): Entry {
    const entry = this.byRef(ref);
    if (!entry) throw new Error("the books lost an entry");
    return entry;
  }

  #read(where: string, ...values: SQLInputValue[]): Entry[] {
    const rows = this.#db.prepare(`select ${columns} from entry ${where}`).all(...values);
    return rows.map(({ disputed, ...row }) => ({ ...row, disputed: disputed === 1 }) as Entry);
  }
}
