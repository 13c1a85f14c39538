import { readSettings } from "../content/settings.ts";
import { addressText } from "../customers/rules/address-lines.ts";
import { type Dates, openDates } from "../dates.ts";
import { dollars } from "../money.ts";
import { type AfterSale, afterSaleOf, takenApart, totalNow } from "../orders/after-sale.ts";
import { findOrder, type Order, type OrderLine } from "../orders/find.ts";
import { moneyStateOf } from "../orders/ledger.ts";
import { findOrderEvents } from "../orders/queries/events.ts";
import { cardText } from "../orders/rules/card-brands.ts";
import { trackingUrl } from "../orders/rules/carriers.ts";
import type { MoneyState } from "../orders/rules/ledger.ts";
import { chargeRefusalOf, moneyTroubleOf, refuserWords } from "../orders/rules/refused-money.ts";
import { shipmentDetails } from "../orders/shipment-details.ts";
import { shipmentsOf } from "../orders/shipments.ts";
import { gatewayCallsOf } from "../payments/gateway-calls.ts";
import type { GatewayCall } from "../payments/rules/gateway-calls.ts";
import { findStaffNames } from "../staff/people/queries/people.ts";
import { staffIn, whoOf } from "../staff/records/history-page.ts";
import { afterSaleTables } from "./after-sale-text.ts";
import type { CommandContext } from "./command.ts";
import { shownOrder } from "./order-by-key.ts";
import { packagesTable } from "./packages-text.ts";
import { printable } from "./printable.ts";
import { tableOf } from "./table.ts";

const lineRow = ({ id, quantity, productName, variantName, unitPrice, discount, tax, gift }: OrderLine): string[] => [
  String(quantity),
  productName,
  variantName,
  gift ? "free gift" : dollars(unitPrice),
  dollars(unitPrice * quantity),
  dollars(discount),
  dollars(tax),
  id,
];

function shipmentText({ shipment }: Order, packages: number): string {
  if (packages > 0) return "of each package, below";
  if (!shipment) return "none";
  return [`${shipment.carrier} ${shipment.tracking}`, trackingUrl(shipment)].filter(Boolean).join(" ");
}

/** Facts about an order, one on each line. */
function factsOf(order: Order, money: string, packages: number, dates: Dates): [string, string][] {
  const { delivery, promoCode, discountReason, orderNote } = order;
  return [
    ["Placed", dates.moment(order.placedAt).text],
    ["State", order.asksToCancel ? "placed, cancellation requested" : order.state],
    ["Money", money],
    ["Customer", order.customerId === null ? "guest" : order.customerId],
    ["Email", order.email],
    ["Ship to", addressText(order.shippingAddress)],
    ["Bill to", addressText(order.billingAddress)],
    ["Method", order.shippingMethod],
    ["Expected", delivery ? dates.range(delivery.from, delivery.to) : "none"],
    ["Tracking", shipmentText(order, packages)],
    ["Card", cardText(order) ?? "none"],
    ...(orderNote === "" ? [] : [["Order note", orderNote] satisfies [string, string]]),
    ...(promoCode === null ? [] : [["Promo", promoCode] satisfies [string, string]]),
    ...(discountReason === null ? [] : [["Discount", discountReason] satisfies [string, string]]),
  ];
}

/** The state of the order's money, and the reason if the money does not move. */
function moneyText({ state }: Order, money: MoneyState, { afterSale: { refunds }, events }: Moves): string {
  const trouble = moneyTroubleOf({ state, money, refunds, events });
  if (trouble === "lapsed")
    return `${money}, and never charged: the authorization has lapsed. Cancel the order, or ask for another`;
  const refusal = trouble === "charge" ? chargeRefusalOf(events) : undefined;
  if (refusal) return `${money}; ${refuserWords[refusal.by]} refused the charge (${refusal.code})`;
  return trouble === "refund" ? `${money}; a refund was refused` : money;
}

type Moves = { afterSale: AfterSale; events: readonly { kind: string; note: string }[] };

const sumsOf = ({ subtotal, discount, shipping, tax, total }: Order, afterSale: AfterSale): [string, string][] => [
  ["Subtotal", dollars(subtotal)],
  ...(discount > 0 ? [["Discount", `-${dollars(discount)}`] satisfies [string, string]] : []),
  ["Shipping", dollars(shipping)],
  ["Tax", dollars(tax)],
  ["Total", dollars(total)],
  ...laterSums(total, afterSale),
];

/** The amounts that edits and refunds have changed; empty if there are none. */
const laterSums = (total: number, afterSale: AfterSale): [string, string][] => {
  const { cheaper, refunded, settled, onItsWay, refused } = afterSale;
  const { discounted, takenOut } = takenApart(afterSale);
  const now = totalNow(total, afterSale);
  const rows: [string, number, string][] = [
    ["Later discount", discounted.amount, `-${dollars(discounted.amount)}`],
    ["Taken out", takenOut.amount, `-${dollars(takenOut.amount)}`],
    ["Address", cheaper.shipping + cheaper.tax, `-${dollars(cheaper.shipping + cheaper.tax)}`],
    ["New total", total - now, dollars(now)],
    ["Refunded", refunded, dollars(refunded)],
    ["Other means", settled, dollars(settled)],
    ["Refused", refused, dollars(refused)],
    ["Refunding", onItsWay, dollars(onItsWay)],
  ];
  return rows.filter(([, amount]) => amount > 0).map(([name, , text]) => [name, text]);
};

/**
 * The names under which the gateway’s dashboard shows the order's payment and refunds; empty if no
 * card was charged.
 */
function gatewayTable(calls: readonly GatewayCall[]): string[] {
  const rows = calls.map(({ what, amount, key, ref }) => [what, dollars(amount), printable(key), printable(ref ?? "")]);
  return rows.length === 0 ? [] : [tableOf([["AT THE GATEWAY", "AMOUNT", "KEY", "REFERENCE"], ...rows])];
}

/**
 * An event's kind and note. A sent confirmation has the id of its email as its note, which is left
 * out.
 */
const plainEvent = ({ kind, note }: { kind: string; note: string }): [string, string] =>
  kind === "confirmation mailed" ? ["confirmation emailed", ""] : [kind, note];

const listed = (facts: readonly [string, string][]): string =>
  facts.map(([name, value]) => `${name.padEnd(12)}${printable(value)}`).join("\n");

/** Prints all data of an order. Exit status: 0 printed, 1 no such order, 2 wrong use. */
export async function showOrder(args: readonly string[], context: CommandContext): Promise<number> {
  const selection = await shownOrder(args, context);
  if (typeof selection === "number") return selection;
  const { db, config, print } = context;
  const order = await findOrder(db, selection.id);
  if (!order) throw new Error("an order went while it was read");
  const dates = openDates((await readSettings(db)).shop.timeZone || config.timeZone);
  const afterSale = await afterSaleOf(db, order.id);
  const events = await findOrderEvents(db, order.id);
  const names = await findStaffNames(db, staffIn([...events, ...afterSale.refunds].map(({ actor }) => actor)));
  const nameOf = (actor: string | null) => (actor?.startsWith("staff:") ? whoOf(actor, names) : (actor ?? ""));
  const history = events.map((event) => [dates.moment(event.at).text, nameOf(event.actor), ...plainEvent(event)]);
  const packages = shipmentDetails(await shipmentsOf(db, order.id), dates);
  const money = moneyText(order, await moneyStateOf(db, order.id), { afterSale, events });
  const parts = [
    `Order ${order.number} (${order.id})`,
    listed(factsOf(order, money, packages.length, dates)),
    tableOf([["UNITS", "PRODUCT", "VARIANT", "EACH", "AMOUNT", "DISCOUNT", "TAX", "LINE"], ...order.lines.map(lineRow)]),
    listed(sumsOf(order, afterSale)),
    ...packagesTable(packages),
    ...afterSaleTables(afterSale, dates, nameOf),
    ...gatewayTable(await gatewayCallsOf(db, order.checkoutId, afterSale.refunds)),
    tableOf([["WHEN", "WHO", "WHAT", "NOTE"], ...history]),
  ];
  print(parts.join("\n\n"));
  return 0;
}
