import type { DatabaseSync } from "node:sqlite";
import { newSecret } from "../../../ids.ts";

/** A page on which a payment can be made. `id` is the secret part of its address. */
export type PayPage = {
  key: string;
  id: string;
  orderRef: string;
  amountCents: number;
  avs: string;
  returnUrl: string;
  cancelUrl: string;
  /** ms since epoch */
  until: number;
};

const schema = `
  create table if not exists page (
    key text primary key,
    id text not null unique,
    order_ref text not null,
    amount_cents integer not null check (amount_cents > 0),
    avs text not null,
    return_url text not null,
    cancel_url text not null,
    until integer not null
  ) strict;
  create table if not exists closed_key (key text primary key) strict;`;

const columns = `key, id, order_ref as orderRef, amount_cents as amountCents, avs, return_url as returnUrl,
  cancel_url as cancelUrl, until`;

/** Stores the pages of payments, and the keys under which nothing can be paid any more. */
export class PageStore {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#db.exec(schema);
  }

  byKey = (key: string) => this.#read("key", key);

  byId = (id: string) => this.#read("id", id);

  add(page: Omit<PayPage, "id">): PayPage {
    const row = { ...page, id: newSecret() };
    this.#db
      .prepare(`insert into page (key, id, order_ref, amount_cents, avs, return_url, cancel_url, until)
        values (:key, :id, :orderRef, :amountCents, :avs, :returnUrl, :cancelUrl, :until)`)
      .run(row);
    return row;
  }

  close(key: string): void {
    this.#db.prepare("insert into closed_key (key) values (?) on conflict do nothing").run(key);
  }

  isClosed = (key: string): boolean => this.#db.prepare("select 1 from closed_key where key = ?").get(key) !== undefined;

  #read(column: "key" | "id", value: string): PayPage | undefined {
    return this.#db.prepare(`select ${columns} from page where ${column} = ?`).get(value) as PayPage | undefined;
  }
}
