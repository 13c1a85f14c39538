import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { findOrderEvents, insertOrderEvent } from "./queries/events.ts";
import type { Actor } from "./rules/actor.ts";

/** The most characters of a note or a message. */
export const longestNote = 2000;
/** The most notes and messages of one order, counted together. */
const most = 200;
/** ms within which the same words by the same person are taken for a double press. */
const doublePress = 60_000;

const kinds = { staff: "note", shopper: "message" } as const;
type NoteInput = { orderId: string; text: string; to: keyof typeof kinds; actor: Actor };

const words = (message: string) => invalidFields([{ field: "note", message }]);
const full = refuse("limit_reached", `This order has ${most} notes already.`);
const orderErased = refuse("order_closed", "This order’s personal data was erased: nobody can be written to.");

/**
 * Adds a note for the staff, or a message for the shopper, to an order's history. A message is
 * emailed and shown on the order's page. Refuses an empty or too long text.
 */
export function addOrderNote(db: Db, { orderId, text, to, actor }: NoteInput, now: number): Promise<Outcome<object>> {
  const note = text.trim().replaceAll("\r\n", "\n");
  return transactOutcome<Outcome<object>>(db, async (tx) => {
    if (note === "") return words("Write something first.");
    if (note.length > longestNote) return words(`Up to ${longestNote} characters fit; this has ${note.length}.`);
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    if (to === "shopper" && order.email === "") return orderErased;
    const kind = kinds[to];
    const earlier = (await findOrderEvents(tx, orderId)).filter((event) => event.kind === "note" || event.kind === "message");
    const isTwice = earlier.some(
      (event) => event.kind === kind && event.note === note && event.actor === actor && now - event.at < doublePress,
    );
    if (isTwice) return ok({});
    if (earlier.length >= most) return full;
    const id = newId();
    await insertOrderEvent(tx, orderId, { id, kind, note, actor }, now);
    if (to === "shopper") await enqueue(tx, { kind: "message-mail", subject: id, payload: { orderId } }, now);
    return ok({});
  });
}
