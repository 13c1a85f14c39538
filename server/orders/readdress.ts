import { toAddress, toColumns } from "../customers/address-columns.ts";
import { addressErrors, areaMismatch, tidyAddress } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newRowId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type Cents, dollars } from "../money.ts";
import { type FieldError, invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { acceptAddressRequest } from "./address-request.ts";
import { taxNow, totalNow } from "./after-sale.ts";
import { findEdits, lockOrder } from "./queries/after-sale.ts";
import { updateAddress } from "./queries/contact.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { settleMeans } from "./queries/means.ts";
import { findReaddresses, insertReaddress, moveSales } from "./queries/readdress.ts";
import { findOrderAddresses, insertLedger } from "./queries.ts";
import { type Fall, type FindFall, fallEntries, planFall } from "./readdress-fall.ts";
import { owedAfter, requestOwed } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { addressChangeNote } from "./rules/address-change-note.ts";
import { notCancelable } from "./rules/state.ts";
import { refuseOutdated, sumChanged } from "./seen.ts";

/**
 * What a change of state does, in cents. `shipping` and `tax` are what the order costs less, and
 * `refund` is the part of it that was charged already.
 */
export type ReaddressSums = { shipping: Cents; tax: Cents; refund: Cents };

/** The sums of a change of state, with the order's shipping, tax and total before and after it. */
export type ReaddressPreview = ReaddressSums & { before: OrderSums; after: OrderSums };
type OrderSums = { shipping: Cents; tax: Cents; total: Cents };

type ReaddressWish = FindFall & {
  orderId: string;
  address: Address;
  /** whether somebody confirmed a postal code that is not of the state */
  acceptPostalCode: boolean;
  seen: number;
};

type ReaddressInput = ReaddressWish & {
  actor: Actor;
  /** the sums that the page showed, to which the staff agreed */
  shown: ReaddressSums;
  /** where a test can kill the process, before and after the transaction ends */
  failpoint: (name: string) => Promise<void>;
};

/**
 * Sends an unshipped order to another state, where no part of it may cost more. What tax and
 * shipping cost less is not captured, or is refunded. The sale counts for the new state.
 * Emails the former and the new address to the shopper.
 */
export async function readdressOrder(db: Db, input: ReaddressInput, now: number): Promise<Outcome<object>> {
  const { failpoint } = input;
  const outcome = await transactOutcome<Outcome<object>>(db, async (tx) => {
    const planned = await plan(tx, await lockOrder(tx, input.orderId), input, now);
    if (!planned.ok) return planned;
    const { shipping, tax, refund } = planned.value.preview;
    const { shown } = input;
    if (shown.shipping !== shipping || shown.tax !== tax || shown.refund !== refund) return sumChanged;
    await record(tx, planned.value, input.actor, now);
    await failpoint("readdress.before_commit");
    return ok({});
  });
  if (outcome.ok) await failpoint("readdress.after_commit");
  return outcome;
}

/** Previews a change of state. Writes nothing, and refuses whatever `readdressOrder` refuses. */
export const previewReaddress = (db: Db, wish: ReaddressWish, now: number): Promise<Outcome<ReaddressPreview>> =>
  transactOutcome<Outcome<ReaddressPreview>>(db, async (tx) => {
    const planned = await plan(tx, await lockOrder(tx, wish.orderId), wish, now);
    return planned.ok ? ok(planned.value.preview) : planned;
  });

type Plan = { order: Row<"orders">; former: Address; address: Address; fall: Fall; preview: ReaddressPreview };

/** Plans a change of state of a locked order. */
async function plan(tx: Tx, order: Row<"orders"> | undefined, wish: ReaddressWish, now: number): Promise<Outcome<Plan>> {
  if (!order) return notFound;
  if (order.state !== "placed" || order.shipment_count > 0) return refuse("order_closed", notCancelable(order.state));
  const outdated = await refuseOutdated(tx, order.id, wish.seen);
  if (outdated) return outdated;
  const former = (await findOrderAddresses(tx, order.id)).filter(({ kind }) => kind === "shipping").map(toAddress)[0];
  if (!former) return notFound;
  const address = tidyAddress(wish.address);
  const errors = placeErrors(address, wish.acceptPostalCode);
  if (errors.length > 0) return invalidFields(errors);
  const planned = await planFall(tx, order, { ...wish, address, now });
  if (!planned.ok) return planned;
  const { shipping, tax } = planned.value;
  const refund = await owedAfter(tx, order.id, fallEntries(planned.value));
  const before = await sumsNow(tx, order);
  const after = {
    shipping: before.shipping - shipping,
    tax: before.tax - tax,
    total: before.total - shipping - tax,
  };
  return ok({ order, former, address, fall: planned.value, preview: { shipping, tax, refund, before, after } });
}

const placeErrors = (address: Address, acceptPostalCode: boolean): FieldError[] => {
  const errors = addressErrors(address);
  return errors.length > 0 || acceptPostalCode ? errors : areaMismatch(address);
};

/** An order's shipping, tax and total after edits and earlier changes of state. */
async function sumsNow(tx: Tx, order: Row<"orders">): Promise<OrderSums> {
  const edits = await findEdits(tx, order.id);
  const readdresses = await findReaddresses(tx, order.id);
  const sum = (amounts: readonly Cents[]) => amounts.reduce((all, amount) => all + amount, 0);
  const cheaper = { shipping: sum(readdresses.map(({ shipping }) => shipping)), tax: sum(readdresses.map(({ tax }) => tax)) };
  const takenOff = sum(edits.map(({ net, tax }) => net + tax));
  return {
    shipping: order.shipping - cheaper.shipping,
    tax: taxNow(order.tax, { edits, cheaper }),
    total: totalNow(order.total, { takenOff, cheaper }),
  };
}

async function record(tx: Tx, { order, former, address, fall, preview }: Plan, actor: Actor, now: number): Promise<void> {
  const { id: orderId } = order;
  const { lines, shipping, tax, shippingTax, shippingTaxPpm, there } = fall;
  const n = (await findReaddresses(tx, orderId)).length + 1;
  await insertReaddress(tx, {
    ...{ order_id: orderId, n, former_country: former.country, former_area: former.countryArea },
    ...{ country: address.country, area: address.countryArea },
    ...{ shipping, tax, shipping_tax: shippingTax, shipping_tax_ppm: shippingTaxPpm, actor, at: now },
    ...{ shipping_there: there.shipping, shipping_tax_there: there.shippingTax },
    lines: lines.map((line) => ({ line_id: line.lineId, tax: line.tax, tax_ppm: line.taxPpm })),
  });
  await updateAddress(tx, orderId, "shipping", toColumns(address));
  await insertLedger(tx, orderId, `readdressed:${n}`, fallEntries(fall), now);
  await moveSales(tx, orderId, address.countryArea);
  await settleMeans(tx, orderId, now);
  await acceptAddressRequest(tx, orderId, now);
  const id = newRowId();
  const note = `${addressChangeNote(former, address)}${moneyNote(preview)}`;
  await insertOrderEvent(tx, orderId, { id, kind: "address changed", note, actor }, now);
  await enqueue(tx, { kind: "address-changed-mail", subject: id, payload: { orderId } }, now);
  await requestOwed(tx, orderId, actor, now);
}

/** The line in the history and in the email that says what the order costs less. */
const moneyNote = ({ shipping, tax, after }: ReaddressPreview): string =>
  shipping + tax === 0
    ? ""
    : `\nTax and shipping come to ${dollars(shipping + tax)} less there. The order’s total is ${dollars(after.total)} now.`;
