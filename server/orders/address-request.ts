import { toAddress } from "../customers/address-columns.ts";
import { recordTries } from "../customers/rate-limits.ts";
import { addressErrors, areaMismatch, sameAddress, tidyAddress } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import { addressText } from "../customers/rules/address-lines.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newRowId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type FieldError, invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { type CancelationRequester, maySpeakFor } from "./cancelation.ts";
import type { FindForbidden } from "./find-forbidden.ts";
import { readLineProgress } from "./line-progress.ts";
import { decideRequest, findRequestRow, putRequest } from "./queries/address-requests.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { findEventNote, insertOrderEvent } from "./queries/events.ts";
import { findOrderAddresses } from "./queries.ts";
import type { Actor } from "./rules/actor.ts";
import { longestAddressAnswer, longestAddressNote } from "./rules/address-request.ts";
import { notCancelable } from "./rules/state.ts";
import { refuseOutdated } from "./seen.ts";

/** A shopper's request for another shipping address, with its state. */
export type AddressRequest = {
  state: Row<"address_request">["state"];
  address: Address;
  note: string;
  /** why the shop declined the request; empty if it did not */
  answer: string;
  requestedAt: number;
  /** the id of the order event that records the request */
  event: string;
};

/** The latest request of an order; undefined if there was none. */
export async function addressRequestOf(reader: Db | Tx, orderId: string): Promise<AddressRequest | undefined> {
  const row = await findRequestRow(reader, orderId);
  if (!row) return undefined;
  const { state, note, requested_at: requestedAt, asked_event: event, decided_event } = row;
  const answer = decided_event === null ? "" : ((await findEventNote(reader, decided_event)) ?? "");
  return { state, address: toAddress(row), note, answer, requestedAt, event };
}

type AddressWish = {
  orderId: string;
  address: Address;
  note: string;
  /** whether the shopper confirmed a postal code that is not of the state */
  acceptPostalCode: boolean;
  findForbidden: FindForbidden;
};

const hour = 3_600_000;
const mostInAnHour = 10;
const sameAsNow = refuse("invalid", "Your order already goes to this address.");

/**
 * Records a shopper's request for another shipping address, which replaces an earlier request, and
 * emails the owner. The order stays as it is. A form that is sent twice makes one request.
 */
export async function requestAddress(
  db: Db,
  requester: CancelationRequester,
  wish: AddressWish,
  now: number,
): Promise<Outcome<object>> {
  const tries = await recordTries(db, [{ kind: "address-request", subject: wish.orderId, most: mostInAnHour }], hour, now);
  if (!tries.ok) return tries;
  return await transactOutcome<Outcome<object>>(db, async (tx) => {
    const { orderId } = wish;
    const order = await lockOrder(tx, orderId);
    if (!order || !maySpeakFor(order, requester)) return notFound;
    if (order.state !== "placed" || order.shipment_count > 0) return refuse("order_closed", notCancelable(order.state));
    const address = tidyAddress(wish.address);
    const note = wish.note.trim().replaceAll("\r\n", "\n");
    const errors = await errorsOf(tx, { ...wish, address, note });
    if (errors.length > 0) return invalidFields(errors);
    const shipping = (await findOrderAddresses(tx, orderId)).filter(({ kind }) => kind === "shipping").map(toAddress)[0];
    if (shipping && sameAddress(shipping, address)) return sameAsNow;
    const earlier = await addressRequestOf(tx, orderId);
    if (earlier?.state === "asked" && sameAddress(earlier.address, address) && earlier.note === note) return ok({});
    const event = newRowId();
    await putRequest(tx, { orderId, event, address, note }, now);
    const words = [addressText(address), note].filter(Boolean).join("\n");
    await insertOrderEvent(tx, orderId, { id: event, kind: "address requested", note: words, actor: "shopper" }, now);
    await enqueue(tx, { kind: "address-request-notice", subject: event, payload: { orderId } }, now);
    return ok({});
  });
}

/** The errors of a request for another address; later checks need the earlier ones to pass. */
async function errorsOf(tx: Tx, { orderId, address, note, acceptPostalCode, findForbidden }: AddressWish): Promise<FieldError[]> {
  const wrong = addressErrors(address);
  const message = `Up to ${longestAddressNote} characters fit; this has ${note.length}.`;
  if (note.length > longestAddressNote) wrong.push({ field: "addressNote", message });
  if (wrong.length > 0) return wrong;
  const going = (await readLineProgress(tx, orderId)).filter(({ kept }) => kept > 0);
  const forbidden = await findForbidden(
    tx,
    going.map(({ line }) => line.variant_id),
    address,
  );
  if (forbidden.length > 0) return forbidden;
  return acceptPostalCode ? [] : areaMismatch(address);
}

/** Withdraws the shopper's open request. Also succeeds if no request is open. */
export const withdrawAddressRequest = (
  db: Db,
  requester: CancelationRequester,
  orderId: string,
  now: number,
): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !maySpeakFor(order, requester)) return notFound;
    if (await decideRequest(tx, orderId, { state: "withdrawn", decided_event: null }, now))
      await insertOrderEvent(tx, orderId, { kind: "address request withdrawn", actor: "shopper" }, now);
    return ok({});
  });

type DeclineInput = { orderId: string; answer: string; seen: number; actor: Actor };

/** Declines the shopper's request, and emails the reason to the shopper. */
export const declineAddressRequest = (
  db: Db,
  { orderId, answer: text, seen, actor }: DeclineInput,
  now: number,
): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    const answer = text.trim().replaceAll("\r\n", "\n");
    const fault = answerFault(answer);
    if (fault !== undefined) return invalidFields([{ field: "answer", message: fault }]);
    const id = newRowId();
    if (!(await decideRequest(tx, orderId, { state: "declined", decided_event: id }, now)))
      return refuse("order_closed", "This request for another address is no longer open.");
    await insertOrderEvent(tx, orderId, { id, kind: "address request declined", note: answer, actor }, now);
    await enqueue(tx, { kind: "address-request-declined-mail", subject: id, payload: { orderId } }, now);
    return ok({});
  });

function answerFault(answer: string): string | undefined {
  if (answer === "") return "Write to the shopper why you decline.";
  if (answer.length <= longestAddressAnswer) return undefined;
  return `Up to ${longestAddressAnswer} characters fit; this has ${answer.length}.`;
}

/** Ends an open request of a locked order that ships or is canceled. */
export const endAddressRequest = async (tx: Tx, orderId: string, now: number): Promise<void> =>
  void (await decideRequest(tx, orderId, { state: "ended", decided_event: null }, now));

/** Notes that a locked order's shipping address was changed while a request was open. */
export const acceptAddressRequest = async (tx: Tx, orderId: string, now: number): Promise<void> =>
  void (await decideRequest(tx, orderId, { state: "accepted", decided_event: null }, now));
