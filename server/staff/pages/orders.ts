import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import type { ListedOrder, OrderMatch, OrderSearch } from "../../orders/list.ts";
import { staffMoneyWord, stateWord } from "../../orders/rules/words.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import { fieldError } from "../forms/field-view.ts";
import type { OrdersQuery } from "../order-query.ts";
import {
  staffOrderPath,
  staffOrdersBulkPath,
  staffOrdersFilePath,
  staffOrdersPath,
  staffPhoneOrdersPath,
  staffSlipsPath,
} from "../paths.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { type OrderColumn, orderColumns } from "../rules/order-columns.ts";
import { may } from "../rules/permissions.ts";
import { keptDays } from "../rules/report-period.ts";
import type { SavedView } from "../saved-views.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { givenOf, hiddenFields, type ListCell, listAddress, listFrame, shownCells, timeCell } from "./list.ts";

const views: readonly { name: string; state: OrderSearch["state"] }[] = [
  { name: "All", state: undefined },
  { name: "To pack", state: "to-pack" },
  { name: "Cancellation requested", state: "requested" },
  { name: "Return to decide", state: "returns" },
  { name: "Return awaited", state: "returns-awaited" },
  { name: "Return received", state: "returns-received" },
  { name: "Returned", state: "returned" },
  { name: "Refunded, not shipped", state: "refunded" },
  { name: "Shipped", state: "fulfilled" },
  { name: "Canceled", state: "canceled" },
];

const givenIn = ({ q, state, from, to, isPhone, sort, columns }: OrdersQuery) => {
  const values = { q, state: state ?? "", from, to, phone: isPhone ? "1" : "", sort: sort === "newest" ? "" : sort };
  return givenOf(values, columns);
};

/** The list's address with these values; without `before` its first page. */
export const ordersAddress = (path: string, query: OrdersQuery): string =>
  listAddress(path, [...givenIn(query), ...givenOf({ before: String(query.before ?? "") }, [])]);

const tones = { good: "state--good", waiting: "state--wait", calm: "" } as const;

export const orderRow = (order: ListedOrder, dates: Dates) => {
  const { number, state, cancelation_requested, shipment_count, email, total, money, trouble, placed_at } = order;
  const word = stateWord({
    state,
    cancelationRequested: cancelation_requested === 1,
    isPartShipped: state === "placed" && shipment_count > 0,
  });
  return {
    number,
    href: staffOrderPath(number),
    placed: dates.moment(placed_at),
    email: email || "erased",
    total: dollars(total),
    state: word.text,
    tone: tones[word.tone],
    money: staffMoneyWord(money, state, total, trouble),
  };
};

/** An order's cells in the list and in its file. */
export function orderCells(order: OrderMatch & ListedOrder, dates: Dates): Record<OrderColumn, ListCell> {
  const { number, href, placed, email, state, tone, money, total } = orderRow(order, dates);
  return {
    order: { text: String(number), href },
    placed: timeCell(placed),
    customer: { text: email },
    state: { text: state, states: [{ text: state, tone }] },
    payment: { text: money },
    method: { text: order.shipping_method },
    shipped: timeCell(order.fulfilled_at === null ? undefined : dates.moment(order.fulfilled_at)),
    carrier: { text: order.carrier ?? "" },
    tracking: { text: order.tracking ?? "" },
    promo: { text: order.promo_code ?? "" },
    note: { text: order.order_note },
    total: { text: total },
  };
}

type OrdersInput = {
  query: OrdersQuery;
  orders: readonly (OrderMatch & ListedOrder)[];
  count: number;
  isCapped: boolean;
  next: number | undefined;
  views: readonly SavedView[];
  /** the highest order number: later orders are not among “all” */
  upTo: number;
  notice?: string | undefined;
  /** the state of a payment without an order, if its key was searched for */
  payment?: string | undefined;
  /** the refusal of its days */
  refusal?: Refusal | undefined;
};

const withSort = (first: OrdersQuery) => (sort: OrdersQuery["sort"], name: string) => ({
  name,
  href: ordersAddress(staffOrdersPath, { ...first, sort }),
  current: sort === first.sort,
});

/**
 * The list of orders. Its address contains the search, filters, sort, columns and page, so that
 * Back leads back.
 */
export function ordersPage(desk: DeskInput, dates: Dates, input: OrdersInput) {
  const { query, orders, count, isCapped, next, views: saved, upTo, notice, payment, refusal } = input;
  const asked = { ...query, before: undefined };
  // No link keeps refused days.
  const first = { ...asked, ...keptDays(query) };
  const [given, sorted] = [givenIn(first), withSort(first)];
  const shown = shownColumns(orderColumns, query.columns);
  const builtIn = views.map(({ name, state }) => ({
    name,
    href: ordersAddress(staffOrdersPath, { ...first, state }),
    current: state === query.state,
  }));
  return {
    ...deskFrame(desk, "Orders", staffOrdersPath),
    ...listFrame({ path: staffOrdersPath, given, columns: orderColumns, chosen: query.columns, builtIn, saved }),
    token: desk.token,
    q: query.q,
    notice,
    payment,
    search: { name: "q", label: "Number, email, name, or gateway key", type: "search", value: query.q, maxlength: "200" },
    from: { name: "from", label: "From", type: "date", value: query.from, error: fieldError(refusal, "from") },
    to: { name: "to", label: "To", type: "date", value: query.to, error: fieldError(refusal, "to") },
    isPhone: query.isPhone,
    filtersKeep: hiddenFields(given, ["q", "from", "to", "phone"]),
    sorts: [sorted("newest", "Newest first"), sorted("oldest", "Oldest first")],
    orders: orders.map((order) => ({
      number: order.number,
      cells: shownCells(orderColumns, shown, orderCells(order, dates)),
    })),
    mayShip: may(desk.staff, "orders:ship"),
    bulk: staffOrdersBulkPath,
    bulkKeep: [...hiddenFields(givenIn(asked), []), { name: "upTo", value: String(upTo) }],
    count: isCapped ? `More than ${count}` : String(count),
    one: count === 1 && !isCapped,
    isFiltered: givenIn(asked).some(([name]) => name !== "sort" && name !== "columns"),
    newest: query.before === undefined ? undefined : ordersAddress(staffOrdersPath, first),
    older: next === undefined ? undefined : ordersAddress(staffOrdersPath, { ...query, before: next }),
    slips: staffSlipsPath,
    file: staffOrdersFilePath,
    phoneOrders: staffPhoneOrdersPath,
    fileOfAll: refusal ? undefined : ordersAddress(staffOrdersFilePath, asked),
  };
}

type OrdersPage = ReturnType<typeof ordersPage>;
export const ordersView = view<OrdersPage>("staff/orders");
