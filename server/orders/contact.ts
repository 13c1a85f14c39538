import { toAddress, toColumns } from "../customers/address-columns.ts";
import { revokeOneTimeTokens } from "../customers/one-time-tokens.ts";
import { addressErrors } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import { emailErrors, normaliseEmail, tidyEmail } from "../customers/rules/email.ts";
import { moveTags } from "../customers/tags.ts";
import type { AddressKind, Row, Tx } from "../db/tables.ts";
import { newRowId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { emailsOfNobody, updateAddress, updateEmail } from "./queries/contact.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { endLinksOf } from "./queries/tokens.ts";
import { findOrderAddresses, findOrderRow, findVerifiedCustomer } from "./queries.ts";
import type { Actor } from "./rules/actor.ts";
import { leftPlaced } from "./rules/state.ts";
import { refuseOutdated } from "./seen.ts";

export { confirmEmail, emailsOfNobody } from "./queries/contact.ts";

/**
 * Empties the paid checkout of an order; returns the id of the account that was signed in to it, or
 * null. The caller passes this function, since orders do not know checkouts.
 */
export type EmptyCheckout = (tx: Tx, checkoutId: string) => Promise<string | null>;

type EmailChange = { orderId: string; email: string; seen: number; actor: Actor; emptyCheckout: EmptyCheckout };

/**
 * Changes the email of a placed order, and emails both addresses. The former address loses its
 * links and the permissions that came by them. A signed-in customer's order stays in the account.
 * Any other goes to the account with the new address, if that address is verified, or to none. The
 * tags of a guest who has no other order go along, unless the new address is somebody's already.
 */
export async function changeEmail(tx: Tx, change: EmailChange, now: number): Promise<Outcome<object>> {
  const { orderId, seen } = change;
  const email = tidyEmail(change.email);
  const errors = emailErrors(email);
  if (errors.length > 0) return invalidFields(errors);
  const unlocked = await findOrderRow(tx, orderId);
  if (!unlocked) return notFound;
  // Checkouts are locked before orders. A completed checkout has its order's email (I16), or none.
  const buyerId = unlocked.email === email ? null : await change.emptyCheckout(tx, unlocked.checkout_id);
  const order = await lockOrder(tx, orderId);
  if (order?.state !== "placed") return refuse("order_closed", leftPlaced(order?.state ?? "canceled"));
  const outdated = await refuseOutdated(tx, orderId, seen);
  if (outdated) return outdated;
  if (order.email === email) return ok({});
  await moveTo(tx, order, { ...change, email, buyerId }, now);
  return ok({});
}

type Move = EmailChange & { buyerId: string | null };

async function moveTo(tx: Tx, order: Row<"orders">, { email, actor, buyerId }: Move, now: number): Promise<void> {
  const emailNorm = normaliseEmail(email);
  // An account that got the order by its email alone loses the order with the email.
  const keeps = order.customer_id !== null && (order.customer_id === buyerId || emailNorm === order.email_norm);
  const customerId = keeps ? order.customer_id : ((await findVerifiedCustomer(tx, emailNorm)) ?? null);
  const unconfirmed = emailNorm === order.email_norm ? {} : { email_confirmed_at: null };
  await updateEmail(tx, order.id, { email, email_norm: emailNorm, customer_id: customerId, ...unconfirmed });
  const id = newRowId();
  await insertOrderEvent(tx, order.id, { id, kind: "email changed", note: `${order.email} → ${email}`, actor }, now);
  if (emailNorm === order.email_norm) return;
  await moveTagsAlong(tx, order, emailNorm);
  await endLinksOf(tx, order.id);
  await revokeOneTimeTokens(tx, "lookup", order.id, now);
  await enqueue(tx, { kind: "order-email-changed-mail", subject: id, payload: { orderId: order.id } }, now);
  await enqueue(tx, { kind: "order-email-moved-mail", subject: id, payload: { number: order.number, to: order.email } }, now);
}

/** Moves the tags of a guest whose only order has another email now. */
async function moveTagsAlong(tx: Tx, order: Row<"orders">, emailNorm: string): Promise<void> {
  const free = await emailsOfNobody(tx, [order.email_norm, emailNorm], { orderIds: [order.id] });
  if (!free.includes(order.email_norm)) return;
  const isWithThem = order.customer_id === null && free.includes(emailNorm);
  await moveTags(tx, order.email_norm, isWithThem ? emailNorm : undefined);
}

/** The phone of an order's delivery, and its billing address. */
export type Contact = { phone: string; billing: Address };

/** The contact of an order, whose row stays locked; undefined if there is no such order. */
export async function readContact(tx: Tx, orderId: string): Promise<Contact | undefined> {
  if (!(await lockOrder(tx, orderId))) return undefined;
  const rows = await findOrderAddresses(tx, orderId);
  const addressOf = (kind: AddressKind) => rows.filter((row) => row.kind === kind).map(toAddress)[0];
  const [shipping, billing] = [addressOf("shipping"), addressOf("billing")];
  return shipping && billing && { phone: shipping.phone, billing };
}

/** Stores the contact of a placed order. Nobody is emailed about it. */
export async function writeContact(
  tx: Tx,
  orderId: string,
  { phone, billing }: Contact,
  { actor, now }: { actor: Actor; now: number },
): Promise<Outcome<object>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return notFound;
  if (order.state !== "placed") return refuse("order_closed", leftPlaced(order.state));
  const phoneErrors = addressErrors({ ...billing, phone }).filter(({ field }) => field === "phone");
  const errors = [...phoneErrors.map(({ message }) => ({ field: "deliveryPhone", message })), ...addressErrors(billing)];
  if (errors.length > 0) return invalidFields(errors);
  await updateAddress(tx, orderId, "shipping", { phone });
  await updateAddress(tx, orderId, "billing", toColumns(billing));
  await insertOrderEvent(tx, orderId, { kind: "contact changed", actor }, now);
  return ok({});
}
