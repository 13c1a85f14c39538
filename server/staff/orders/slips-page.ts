import { addressLines } from "../../customers/rules/address-lines.ts";
import { withCountryName } from "../../customers/rules/areas.ts";
import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import { toShip } from "../../orders/line-progress.ts";
import { isNotSent, type OrderRecord } from "../../orders/record.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import { failedChecksIn } from "../../orders/rules/failed-checks.ts";
import { moneyTroubleOf } from "../../orders/rules/refused-money.ts";
import { moneyWord } from "../../orders/rules/words.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffOrdersPath } from "../paths.ts";
import { lessWords, type Skus } from "./order-lines.ts";
import { invoiceSums } from "./order-money.ts";
import { relatedRows } from "./order-related.ts";

/** The units of a package: the units left to ship, or the units of an earlier shipment. */
function unitsOf({ order, afterSale, shipments }: OrderRecord, skus: Skus, n: number | undefined) {
  const parcel = shipments.find((shipment) => shipment.n === n);
  const skuOfLine = (id: string) => skus.get(afterSale.lines.find(({ line }) => line.id === id)?.line.variant_id ?? "");
  if (parcel)
    return parcel.lines.map(({ lineId, name, quantity }) => ({ name, sku: skuOfLine(lineId), quantity, isGift: false }));
  // An order shipped before shipments were recorded was shipped whole.
  const quantityOf = order.state === "placed" ? toShip : ({ kept }: { kept: number }) => kept;
  return afterSale.lines
    .map((progress) => ({
      name: progress.name,
      sku: skus.get(progress.line.variant_id),
      quantity: quantityOf(progress),
      isGift: progress.line.gift === 1,
    }))
    .filter(({ quantity }) => quantity > 0);
}

const slipOf = (record: OrderRecord, skus: Skus, dates: Dates, n: number | undefined) => ({
  number: record.order.number,
  placed: dates.day(record.order.placedAt),
  method: record.order.shippingMethod,
  shipTo: addressLines(withCountryName(record.order.shippingAddress)),
  units: unitsOf(record, skus, n),
  promo: record.order.promoCode,
  orderNote: record.order.orderNote,
  related: relatedRows(record.related),
  isCanceled: record.order.state === "canceled",
  // The slip of an earlier package does not change after a refund.
  isRefunded: n === undefined && isNotSent(record),
  asksToCancel: record.order.asksToCancel,
  asksForAddress: record.addressRequest !== undefined,
  hold: record.order.hold,
  failedChecks: failedChecksIn(record.events),
});

type SlipsInput = {
  records: readonly OrderRecord[];
  skus: Skus;
  n?: number | undefined;
  /** the warning that not all selected orders are on the page */
  cut?: string | undefined;
  shopName: string;
};

/** Packing slips to print, each on its own page, without prices. */
export const slipsPage = (context: StaffContext, dates: Dates, { records, skus, n, cut, shopName }: SlipsInput) => ({
  ...staffFrame(context, records.length === 1 ? `Packing slip ${records[0]?.order.number}` : "Packing slips", staffOrdersPath),
  list: staffOrdersPath,
  cut,
  shopName,
  slips: records.map((record) => slipOf(record, skus, dates, n)),
});

type SlipsPage = ReturnType<typeof slipsPage>;
export const slipsView = view<SlipsPage>("staff/slips");

/** An order's invoice to print, as it stands after edits and refunds. */
export function invoicePage(context: StaffContext, dates: Dates, record: OrderRecord, seller: readonly string[]) {
  const { order, money, afterSale, related, events } = record;
  const cancelation = events.find(({ kind }) => kind === "canceled");
  const trouble = moneyTroubleOf({ state: order.state, money, refunds: afterSale.refunds, events });
  return {
    ...staffFrame(context, `Invoice ${order.number}`, staffOrdersPath),
    list: staffOrdersPath,
    seller,
    number: order.number,
    placed: dates.day(order.placedAt),
    canceled: cancelation && dates.day(cancelation.at),
    billTo: addressLines(withCountryName(order.billingAddress)),
    shipTo: addressLines(withCountryName(order.shippingAddress)),
    email: order.email,
    related: relatedRows(related),
    payment: [moneyWord(money, order.state, order.total, trouble), cardText(order)].filter(Boolean).join(", "),
    lines: afterSale.lines.map(({ line, ...progress }) => ({
      name: progress.name,
      note: lessWords({ line, ...progress }),
      quantity: line.quantity,
      unitPrice: line.gift === 1 ? "free gift" : dollars(line.unit_price),
      discount: line.discount > 0 ? `−${dollars(line.discount)}` : "",
      tax: dollars(line.tax),
      amount: dollars(line.net),
    })),
    sums: invoiceSums(record),
  };
}

type InvoicePage = ReturnType<typeof invoicePage>;
export const invoiceView = view<InvoicePage>("staff/invoice");
