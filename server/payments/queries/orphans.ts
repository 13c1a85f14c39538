import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";
import { newRowId } from "../../ids.ts";
import type { OrphanEntry } from "../rules/orphan-ledger.ts";

export type Orphan = Row<"orphan_authorization">;
export type OrphanState = Orphan["state"];

/** An authorization without an order, by the gateway's reference. */
export const findOrphan = (reader: Db | Tx, ref: string): Promise<Orphan | undefined> =>
  reader.selectFrom("orphan_authorization").selectAll().where("ref", "=", ref).executeTakeFirst();

/** Authorizations without an order by references, oldest first. */
export async function findOrphans(reader: Db | Tx, refs: readonly string[]): Promise<Orphan[]> {
  if (refs.length === 0) return [];
  return await reader.selectFrom("orphan_authorization").selectAll().where("ref", "in", refs).orderBy("authorized_at").execute();
}

/** Authorizations without an order under a key; the gateway may have several under one key. */
export const findOrphansByKey = (reader: Db | Tx, key: string): Promise<Orphan[]> =>
  reader.selectFrom("orphan_authorization").selectAll().where("key", "=", key).orderBy("authorized_at").orderBy("ref").execute();

/** Authorizations without an order in these states, oldest first. */
export const findOrphansIn = (reader: Db | Tx, states: readonly OrphanState[]): Promise<Orphan[]> =>
  reader.selectFrom("orphan_authorization").selectAll().where("state", "in", states).orderBy("authorized_at").execute();

/** A transaction under this shop's id without an attempt, which the owner has not accepted. */
export const findLost = (reader: Db | Tx): Promise<Orphan | undefined> =>
  reader
    .selectFrom("orphan_authorization")
    .selectAll()
    .where("reason", "=", "lost")
    .where("state", "=", "reported")
    .limit(1)
    .executeTakeFirst();

/** Stores an authorization without an order. True if it was not stored before. */
export async function insertOrphan(tx: Tx, orphan: Omit<NewRow<"orphan_authorization">, "id">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("orphan_authorization")
    .values({ id: newRowId(), ...orphan })
    .onConflict((conflict) => conflict.column("ref").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

type OrphanEdge = { from: readonly OrphanState[]; to: OrphanState; now: number };

/** Moves an authorization without an order. Guarded: false if it is in no state of `from`. */
export async function moveOrphan(tx: Tx, ref: string, { from, to, now }: OrphanEdge): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("orphan_authorization")
    .set({ state: to, updated_at: now })
    .where("ref", "=", ref)
    .where("state", "in", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Clears the card brand and last digits of authorizations under these attempts' keys. */
export const emptyOrphanCards = (tx: Tx, attemptIds: readonly string[]) =>
  tx
    .updateTable("orphan_authorization")
    .set({ brand: null, last4: null })
    .where("key", "in", (eb) => eb.selectFrom("attempt").select("key").where("id", "in", attemptIds))
    .execute();

/**
 * Accepts reported authorizations without an attempt, all or those under `key`: their money stays
 * as it is. Returns the changed rows.
 */
export const acceptReported = (tx: Tx, now: number, key?: string): Promise<Orphan[]> =>
  tx
    .updateTable("orphan_authorization")
    .set({ state: "accepted", updated_at: now })
    .where("state", "=", "reported")
    .where("reason", "in", ["lost", "foreign"])
    .$if(key !== undefined, (query) => query.where("key", "=", key ?? ""))
    .returningAll()
    .execute();

/** Authorizations returned or left as they are, the latest first. */
export const findDecidedOrphans = (reader: Db | Tx, limit: number): Promise<Orphan[]> =>
  reader
    .selectFrom("orphan_authorization")
    .selectAll()
    .where("state", "in", ["accepted", "voided", "refunded"])
    .orderBy("updated_at", "desc")
    .orderBy("ref")
    .limit(limit)
    .execute();

/** How many authorizations are undecided; counts no more than `most`. */
export async function countReported(reader: Db | Tx, most: number): Promise<number> {
  const reported = reader.selectFrom("orphan_authorization").select("ref").where("state", "=", "reported").limit(most);
  const { count } = await reader
    .selectFrom(reported.as("reported"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * References of the `orphans` whose return was begun and which were then left as they are. The
 * owner has handled them in another way, so they are never returned.
 */
export async function findHandled(reader: Db | Tx, orphans: readonly Orphan[]): Promise<ReadonlySet<string>> {
  const acceptedRefs = orphans.filter(({ state }) => state === "accepted").map(({ ref }) => ref);
  if (acceptedRefs.length === 0) return new Set();
  // The ledger contains only money whose return was begun.
  const rows = await reader.selectFrom("orphan_ledger_entry").select("ref").distinct().where("ref", "in", acceptedRefs).execute();
  return new Set(rows.map(({ ref }) => ref));
}

export const findOrphanEntries = (reader: Db | Tx, ref: string): Promise<OrphanEntry[]> =>
  reader.selectFrom("orphan_ledger_entry").select(["account", "amount"]).where("ref", "=", ref).execute();

/** Books entries of an event. Throws if it is booked already. */
export async function insertOrphanEntries(
  tx: Tx,
  ref: string,
  event: string,
  entries: readonly OrphanEntry[],
  now: number,
): Promise<void> {
  const rows = entries.map((entry) => ({ id: newRowId(), ref, event, ...entry, at: now }));
  if (rows.length > 0) await tx.insertInto("orphan_ledger_entry").values(rows).execute();
}
