import { percentText } from "../../checkout/rules/tax-fields.ts";
import type { Address } from "../../customers/rules/address-fields.ts";
import type { Dates } from "../../dates.ts";
import { type Cents, toAmount } from "../../money.ts";
import type { BookedLine, BookedOrder } from "../../orders/books.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import { moneyWord, stateWord } from "../../orders/rules/words.ts";
import { fileTime, zonedHead } from "../lists/columns.ts";

type Cell = string | number;

/** The values of a row; `skus` are by variant id, and `references` of the gateway by order id. */
export type BooksRow = {
  booked: BookedOrder;
  dates: Dates;
  references: ReadonlyMap<string, string>;
  skus: ReadonlyMap<string, string>;
  line?: BookedLine;
};

/**
 * A column of a file for a bookkeeper. `isAmount`: its value is the whole order's, so a file of
 * lines has it in the order's first row alone, and the column adds up.
 */
type BooksColumn = { head: string; isTime?: true; isAmount?: true; cell(row: BooksRow): Cell };

const text = (head: string, cell: BooksColumn["cell"]): BooksColumn => ({ head, cell });
const time = (head: string, at: (order: BookedOrder["order"]) => number | null): BooksColumn => ({
  head,
  isTime: true,
  cell: ({ booked, dates }) => fileTime(at(booked.order), dates),
});
const amount = (head: string, cents: (booked: BookedOrder) => Cents): BooksColumn => ({
  head,
  isAmount: true,
  cell: ({ booked }) => toAmount(cents(booked)),
});

const addressColumns = (kind: "shipping" | "billing"): BooksColumn[] => {
  const field = (head: string, name: keyof Address) =>
    text(`${kind === "shipping" ? "Shipping" : "Billing"} ${head}`, ({ booked }) => booked[kind]?.[name] ?? "");
  return [
    field("first name", "firstName"),
    field("last name", "lastName"),
    field("street", "streetAddress1"),
    field("city", "city"),
    field("state", "countryArea"),
    field("postal code", "postalCode"),
    field("country", "country"),
    field("phone", "phone"),
  ];
};

/** A rate in percent, which is empty if unknown. */
const rateText = (ppm: number | null): string => (ppm === null ? "" : `${percentText(ppm)}%`);

/** The rates of an order's taxed lines and shipping, such as `8.25%`; several if lines differ. */
function ratesOf({ lines, order }: BookedOrder): string {
  const taxed = [
    ...lines.filter(({ tax }) => tax > 0).map(({ tax_ppm }) => tax_ppm),
    ...(order.shipping_tax > 0 ? [order.shipping_tax_ppm] : []),
  ];
  return [...new Set(taxed)].map(rateText).filter(Boolean).join("; ");
}

const distinct = (texts: readonly (string | null)[]): string => [...new Set(texts)].filter(Boolean).join("; ");
const netOf = ({ sold, discount, back }: BookedOrder["sums"]): Cents => sold - discount + back;
const shippingOf = ({ shippingCharged, shippingBack }: BookedOrder["sums"]): Cents => shippingCharged + shippingBack;
const taxOf = ({ taxCharged, taxBack }: BookedOrder["sums"]): Cents => taxCharged + taxBack;

const whoAndWhen: readonly BooksColumn[] = [
  text("Order", ({ booked }) => booked.order.number),
  time("Placed", ({ placed_at }) => placed_at),
  time("Shipped", ({ fulfilled_at }) => fulfilled_at),
  time("Canceled", ({ canceled_at }) => canceled_at),
  text(
    "Status",
    ({ booked: { order } }) =>
      stateWord({
        state: order.state,
        cancelationRequested: order.cancelation_requested === 1,
        isPartShipped: order.state === "placed" && order.shipment_count > 0,
      }).text,
  ),
  text("Payment", ({ booked: { money, order } }) => moneyWord(money, order.state, order.total)),
  text("Email", ({ booked }) => booked.order.email),
  ...addressColumns("shipping"),
  ...addressColumns("billing"),
];

/** Columns of sums, which have the same names as in the reports. */
const sums: readonly BooksColumn[] = [
  amount("Products", ({ sums: { sold } }) => sold),
  amount("Discounts", ({ sums: { discount } }) => 0 - discount),
  text("Promo code", ({ booked }) => booked.order.promo_code ?? ""),
  amount("Given back", ({ sums: { back } }) => back),
  amount("Net products", ({ sums: all }) => netOf(all)),
  amount("Shipping charged", ({ sums: { shippingCharged } }) => shippingCharged),
  amount("Shipping given back", ({ sums: { shippingBack } }) => shippingBack),
  amount("Shipping", ({ sums: all }) => shippingOf(all)),
  amount("Tax on products", ({ order }) => order.tax - order.shipping_tax),
  amount("Tax on shipping", ({ order }) => order.shipping_tax),
  amount("Tax charged", ({ sums: { taxCharged } }) => taxCharged),
  amount("Tax given back", ({ sums: { taxBack } }) => taxBack),
  amount("Tax owed", ({ sums: all }) => taxOf(all)),
  text("Tax state", ({ booked }) => booked.shipping?.countryArea ?? ""),
  text("Tax rate", ({ booked }) => ratesOf(booked)),
  amount("Total as ordered", ({ order }) => order.total),
  amount("Total", ({ sums: all }) => netOf(all) + shippingOf(all) + taxOf(all)),
  amount("Paid", ({ sums: { paid } }) => paid),
  amount("Refunded", ({ sums: { refunded } }) => 0 - refunded),
  amount("Kept", ({ sums: { paid, refunded } }) => paid - refunded),
  amount("Still owed", ({ sums: { owed } }) => owed),
];

const ways: readonly BooksColumn[] = [
  text("Payment method", ({ booked: { means, order } }) => means ?? cardText(order) ?? ""),
  text("Gateway reference", ({ booked, references }) => references.get(booked.order.id) ?? ""),
  text("Shipping method", ({ booked }) => booked.order.shipping_method),
  text("Carrier", ({ booked: { parcels, order } }) => distinct([...parcels.map(({ carrier }) => carrier), order.carrier])),
  text("Tracking", ({ booked: { parcels, order } }) => distinct([...parcels.map(({ tracking }) => tracking), order.tracking])),
];

const ofLine = (head: string, cell: (line: BookedLine, row: BooksRow) => Cell): BooksColumn =>
  text(head, (row) => (row.line ? cell(row.line, row) : ""));

const lineColumns: readonly BooksColumn[] = [
  ofLine("Product", ({ product_name }) => product_name),
  ofLine("Variant", ({ variant_name }) => variant_name),
  ofLine("SKU", ({ variant_id }, { skus }) => skus.get(variant_id) ?? ""),
  ofLine("Gift", ({ gift }) => (gift === 1 ? "yes" : "no")),
  ofLine("Units", ({ quantity }) => quantity),
  ofLine("Unit price", ({ unit_price }) => toAmount(unit_price)),
  ofLine("Line discount", ({ discount }) => toAmount(0 - discount)),
  ofLine("Line net", ({ net }) => toAmount(net)),
  ofLine("Line tax", ({ tax }) => toAmount(tax)),
  ofLine("Line tax rate", ({ tax_ppm }) => rateText(tax_ppm)),
  ofLine("Units given back", ({ back }) => back.units),
  ofLine("Line net given back", ({ back }) => toAmount(back.net)),
  ofLine("Line tax given back", ({ back }) => toAmount(back.tax)),
];

/** The number of the order that an order adds products to, or is the exchange for. */
const related: readonly BooksColumn[] = [
  text("Adds to order", ({ booked: { order } }) => (order.is_exchange === 0 ? (order.parent_number ?? "") : "")),
  text("Exchange for order", ({ booked: { order } }) => (order.is_exchange === 1 ? (order.parent_number ?? "") : "")),
];

const orderColumns = [...whoAndWhen, ...sums, ...ways];
const columnsOf = { orders: [...orderColumns, ...related], lines: [...orderColumns, ...lineColumns, ...related] };

/** The column names of the file of orders, or of lines. */
export const booksHead = (rows: "orders" | "lines", timeZone: string): string[] =>
  columnsOf[rows].map(({ head, isTime }) => (isTime ? zonedHead(head, timeZone) : head));

/** The row of an order. */
export const orderCells = (row: BooksRow): Cell[] => columnsOf.orders.map(({ cell }) => cell(row));

/** A row for each line of an order; the first one has the order's amounts. */
export const lineRows = (row: BooksRow): Cell[][] =>
  row.booked.lines.map((line, at) =>
    columnsOf.lines.map(({ cell, isAmount }) => (isAmount && at > 0 ? "" : cell({ ...row, line }))),
  );
