import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { toAmount } from "../../money.ts";
import { type Booking, type BookingMark, bookingsIn } from "../../orders/books.ts";
import type { Period } from "../../orders/reports.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { fileTime, zonedHead } from "../lists/columns.ts";
import type { WriteText } from "../lists/send-csv.ts";

const inBatch = 1000;

/** The words for what was booked, by the beginning of the event's name in the ledger. */
const eventWords: Readonly<Record<string, string>> = {
  placed: "Sale",
  edited: "Edit",
  readdressed: "New address",
  refunded: "Refund",
  voided: "Cancellation",
};

/** The words for a booking. An event of the ledger for which there are no words is named as it is. */
function bookingWords({ event, of_cancelation }: Pick<Booking, "event" | "of_cancelation">): string {
  const name = of_cancelation === 1 ? "voided" : (event.split(":")[0] ?? "");
  return eventWords[name] ?? event;
}

const heads = [
  ...["Order", "What", "State", "Shipping method", "Promo code", "Orders", "Products", "Discounts", "Given back"],
  ...["Net products", "Shipping", "Tax charged", "Tax given back", "Tax", "Total"],
];

function cells(booking: Booking, dates: Dates) {
  const { at, number, area, method, promo_code, orders, ...sums } = booking;
  const { products, discount, shipping, tax } = sums;
  const isSale = orders === 1;
  const net = products - discount;
  return [
    ...[fileTime(at, dates), number, bookingWords(booking), area, method, promo_code, orders],
    ...[isSale ? products : 0, isSale ? 0 - discount : 0, isSale ? 0 : net, net, shipping].map(toAmount),
    ...[isSale ? tax : 0, isSale ? 0 : tax, tax, net + shipping + tax].map(toAmount),
  ];
}

/** Writes each booking of a period, which the reports of the same period sum up. */
export async function writeBookings(db: Db, dates: Dates, period: Period, write: WriteText): Promise<void> {
  await write(csvLine([zonedHead("Booked", dates.timeZone), ...heads]));
  for (let after: BookingMark | undefined; ; ) {
    const bookings: Booking[] = await bookingsIn(db, period, after, inBatch);
    await write(bookings.map((booking) => csvLine(cells(booking, dates))).join(""));
    after = bookings.at(-1);
    if (bookings.length < inBatch) return;
  }
}
