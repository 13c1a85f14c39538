import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { readTags } from "../tags.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findTagsOf, findUsedTags, putTags } from "./queries/tags.ts";
import type { Actor } from "./rules/actor.ts";

/** The tags of an order, sorted. */
export const tagsOfOrder = async (db: Db, orderId: string): Promise<readonly string[]> =>
  (await findTagsOf(db, [orderId])).get(orderId) ?? [];

/** The tags of these orders, by the order's id. */
export const tagsOfOrders = (db: Db, orders: readonly { id: string }[]): Promise<Map<string, string[]>> =>
  findTagsOf(
    db,
    orders.map(({ id }) => id),
  );

/** The most tags that a filter offers. */
const mostSuggested = 200;

/** The tags that any order has, sorted; up to `mostSuggested`. */
export const usedOrderTags = (db: Db): Promise<string[]> => findUsedTags(db, mostSuggested);

/** Replaces an order's tags, which only the staff see; `text` has commas between the tags. */
export const tagOrder = (
  db: Db,
  { orderId, text, actor }: { orderId: string; text: string; actor: Actor },
  now: number,
): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const tags = readTags(text);
    if (!tags.ok) return tags;
    if (!(await lockOrder(tx, orderId))) return notFound;
    const former = (await findTagsOf(tx, [orderId])).get(orderId) ?? [];
    const note = tags.value.join(", ");
    if (note === former.join(", ")) return ok({});
    await putTags(tx, orderId, tags.value);
    await insertOrderEvent(tx, orderId, { kind: "tags changed", note, actor }, now);
    return ok({});
  });
