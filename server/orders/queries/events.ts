import { insertion } from "../../db/insertion.ts";
import { type LogPage, onPage } from "../../db/log-page.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { newRowId } from "../../ids.ts";
import type { Actor } from "../rules/actor.ts";
import type { OrderEventKind } from "../rules/words.ts";

const insertEvents = insertion("order_event");

/** `id` is the row's id, given if something else refers to it. */
type OrderEvent = { id?: string; kind: OrderEventKind; note?: string; actor: Actor };

/** Adds an event to the order's history. */
export const insertOrderEvent = (
  writer: Db | Tx,
  orderId: string,
  { id = newRowId(), kind, note = "", actor }: OrderEvent,
  now: number,
) => insertEvents(writer, [{ id, order_id: orderId, kind, note, actor, at: now }]);

/** The note of one event; undefined when there is none. */
export async function findEventNote(reader: Db | Tx, id: string): Promise<string | undefined> {
  return (await reader.selectFrom("order_event").select("note").where("id", "=", id).executeTakeFirst())?.note;
}

/** The order's history, oldest first. */
export const findOrderEvents = (reader: Db | Tx, orderId: string) =>
  reader
    .selectFrom("order_event")
    .select(["kind", "note", "actor", "at"])
    .where("order_id", "=", orderId)
    .orderBy("at")
    .execute();

/** Events of some kinds in an order's history, oldest first, with ids; `kinds` may not be empty. */
export const findEventsOfKinds = (reader: Db | Tx, orderId: string, kinds: readonly string[]) =>
  reader
    .selectFrom("order_event")
    .select(["id", "kind", "note", "actor", "at"])
    .where("order_id", "=", orderId)
    .where("kind", "in", kinds)
    .orderBy("at")
    .orderBy("id")
    .execute();

/** The actor and the order to which a log of order events is limited; undefined for all. */
export type OrderLogSearch = { actor: string | undefined; orderId: string | undefined };

/** Events of all orders, the latest first, with their orders' numbers. */
export const findOrderLog = (reader: Db | Tx, { actor, orderId }: OrderLogSearch, page: LogPage) =>
  reader
    .selectFrom("order_event")
    .innerJoin("orders", "orders.id", "order_event.order_id")
    .select(["order_event.id", "order_event.at", "order_event.actor", "order_event.kind", "order_event.note", "orders.number"])
    .where(onPage("order_event", page))
    .$if(actor !== undefined, (query) => query.where("order_event.actor", "=", actor ?? ""))
    .$if(orderId !== undefined, (query) => query.where("order_event.order_id", "=", orderId ?? ""))
    .orderBy("order_event.at", "desc")
    .orderBy("order_event.id", "desc")
    .limit(page.limit)
    .execute();
