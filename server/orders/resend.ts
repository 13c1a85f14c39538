import { z } from "zod";
import { mailLimit } from "../customers/rate-limits.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newRowId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Email } from "../jobs/mail.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { findOrder, type Order } from "./find.ts";
import { confirmationEmail } from "./mails.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findOrderRow } from "./queries.ts";
import type { Actor } from "./rules/actor.ts";
import { orderEmailNames, sentAgain } from "./rules/order-emails.ts";
import { type OrderEmailJob, orderEmailsOf } from "./sent-emails.ts";
import { type StatusEmailKind, statusEmail, statusEmailKinds } from "./status-mails.ts";

type ResendInput = {
  orderId: string;
  /** the email's key on the order's page */
  key: string;
  /** how many emails had been sent again when the page was opened; prevents a double press */
  seen: number;
  actor: Actor;
};

const orderErased = refuse("order_closed", "This order’s personal data was erased: nobody can be written to.");
const pressedBefore = refuse("changed", "An email was sent again since the page was opened. Here is what was sent.");

/**
 * Sends an email about an order again to the order's current address, and notes it in the order's
 * history. Refuses with `too_many_tries` beyond one address's hourly limit, and with `changed` if
 * one was sent again since the page was opened.
 */
export async function resendOrderEmail(
  db: Db,
  { orderId, key, seen, actor }: ResendInput,
  now: number,
): Promise<Outcome<object>> {
  const row = await findOrderRow(db, orderId);
  if (!row) return notFound;
  if (row.email === "") return orderErased;
  const limit = await mailLimit(db, "order-again", normaliseEmail(row.email), now);
  if (limit) return limit;
  return await transactOutcome<Outcome<object>>(db, async (tx) => {
    await lockOrder(tx, orderId);
    const { emails, again } = await orderEmailsOf(tx, orderId, now);
    if (again.length !== seen) return pressedBefore;
    const email = emails.find((each) => each.key === key && each.mayAgain);
    if (!email) return notFound;
    const id = newRowId();
    const { kind, subject, payload } = email;
    await insertOrderEvent(tx, orderId, { id, kind: sentAgain, note: email.name, actor }, now);
    await enqueue(tx, { kind: "resent-mail", subject: id, payload: { orderId, email: { kind, subject, payload } } }, now);
    return ok({});
  });
}

const kinds = Object.keys(orderEmailNames) as [OrderEmailJob["kind"]];
const ofResent = z.object({
  orderId: z.string(),
  email: z.object({ kind: z.enum(kinds), subject: z.string(), payload: z.record(z.string(), z.unknown()) }),
});

const isStatusEmail = (kind: string): kind is StatusEmailKind => statusEmailKinds.some((statusKind) => statusKind === kind);

async function renderedAnew(shop: Shop, order: Order, { kind, ...job }: OrderEmailJob): Promise<Email | undefined> {
  if (order.email === "") return undefined;
  if (kind === "confirmation-mail") return await confirmationEmail(shop, order);
  return isStatusEmail(kind) ? await statusEmail(shop, order, { kind, ...job }) : undefined;
}

/**
 * Renders the email again as its first job did, and sends it. `event` is its entry in the order's
 * history.
 */
export async function sendAgain(shop: Shop, payload: unknown, event: string): Promise<void> {
  const { orderId, email } = ofResent.parse(payload);
  const order = await findOrder(shop.db, orderId);
  const rendered = order && (await renderedAnew(shop, order, email));
  // A mail program would hide a second email with the same Message-ID.
  if (rendered) await shop.mail.send({ ...rendered, messageId: `${rendered.messageId}-${event}` });
}
