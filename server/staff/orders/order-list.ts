import type { Db } from "../../db/tables.ts";
import { dollars } from "../../money.ts";
import {
  countOrdersOf,
  everyOrder,
  highestOrderNumber,
  type ListedOrder,
  type OrderMatch,
  type OrderSearch,
  type OrderTodo,
  searchOrders,
  todosOfOrders,
} from "../../orders/list.ts";
import { staffMoneyWord } from "../../orders/rules/words.ts";
import { tagsOfOrders, usedOrderTags } from "../../orders/tags.ts";
import { withoutOrderText } from "../../payments/payment-text.ts";
import { readLine } from "../../read-text.ts";
import { stateLabel } from "../../state-label.ts";
import { tagOf } from "../../tags.ts";
import { type ListCell, stateCell, timeCell } from "../lists/columns.ts";
import { choiceFilter, dayFilter, flagFilter, textFilter } from "../lists/filters.ts";
import { staffList } from "../lists/list.ts";
import {
  staffOrderPath,
  staffOrdersBulkPath,
  staffOrdersFilePath,
  staffOrdersPath,
  staffPhoneOrdersPath,
  staffPicksPath,
  staffSlipsPath,
  staffTrackingPath,
} from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { checkDays, dayAfter, keptDays } from "../reports/rules/report-period.ts";
import { findExactMatch } from "../reports/search.ts";
import { booksLinks } from "./books-file.ts";
import { shipOrders } from "./order-bulk.ts";
import { orderState } from "./order-row.ts";

type OrderRow = OrderMatch & ListedOrder & { todos: readonly OrderTodo[]; tags: readonly string[] };

const todoWords: Readonly<Record<OrderTodo, string>> = {
  requested: "Answer the cancellation request",
  address: "Decide on the address",
  returns: "Decide on the return",
  "returns-received": "Restock or write off",
  refunded: "Cancel or ship",
  "to-pack": "Pack",
  unpaid: "Await payment",
  "pay-back": "Pay back",
  disputed: "Answer the dispute",
  held: "Check the hold",
};

/** Says why an order's money does not move, and what there is to do for the order. */
function todoCell({ todos, trouble, money, state, total }: OrderRow): ListCell {
  const wrong = trouble ? [stateLabel("wrong", staffMoneyWord(money, state, total, trouble))] : [];
  const states = [...wrong, ...todos.map((todo) => stateLabel("todo", todoWords[todo]))];
  return { text: states.map(({ text }) => text).join(", "), states };
}

/** The options of the filter by tag. */
const tagOptions = async (db: Db) => [
  { value: "", text: "Any or none" },
  ...(await usedOrderTags(db)).map((tag) => ({ value: tag, text: tag })),
];

/** The list of orders. */
export const orderList = staffList({
  name: "orders",
  title: "Orders",
  path: staffOrdersPath,
  filePath: staffOrdersFilePath,
  needs: "orders:read",
  one: "order",
  many: "orders",
  mostCounted: 10_000,
  mostInFile: 100_000,
  filters: {
    q: textFilter({ label: "Number, name, email, phone, address, tracking, SKU, or key", type: "search", maxlength: 200 }),
    state: choiceFilter([
      "",
      "placed",
      "canceled",
      "fulfilled",
      "requested",
      "address",
      "to-pack",
      "refunded",
      "unpaid",
      "overdue",
      "pay-back",
      "disputed",
      "held",
      "returns",
      "returns-awaited",
      "returns-received",
      "returned",
    ]),
    from: dayFilter("From"),
    to: dayFilter("To"),
    phone: flagFilter("Phone orders only"),
    tag: {
      read: (value) => tagOf(readLine(value, 40)),
      absent: "",
      field: { label: "Tag", options: tagOptions },
    },
  },
  views: {
    All: { state: "" },
    "To pack": { state: "to-pack" },
    "Cancellation requested": { state: "requested" },
    "Address to decide": { state: "address" },
    "Return to decide": { state: "returns" },
    "Return awaited": { state: "returns-awaited" },
    "Return received": { state: "returns-received" },
    Returned: { state: "returned" },
    "Refunded, not shipped": { state: "refunded" },
    "Awaiting payment": { state: "unpaid" },
    "Not paid in time": { state: "overdue" },
    "To pay back": { state: "pay-back" },
    "Payment disputed": { state: "disputed" },
    "On hold": { state: "held" },
    Shipped: { state: "fulfilled" },
    Canceled: { state: "canceled" },
  },
  sorts: { newest: "Newest first", oldest: "Oldest first" },
  check: checkDays,
  kept: (values) => ({ ...values, ...keptDays(values) }),
  search: ({ q, state, from, to, phone, tag }, { dates, now }): OrderSearch => ({
    state: state === "overdue" ? "unpaid" : state || undefined,
    dueBy: state === "overdue" ? now : undefined,
    text: q.toLowerCase(),
    since: from === "" ? undefined : dates.startOf(from),
    until: to === "" ? undefined : dates.startOf(dayAfter(to)),
    before: undefined,
    isPhone: phone === "1",
    tag: tag || undefined,
  }),
  read: async ({ db }, search, { sort, after, limit, shows }): Promise<OrderRow[]> => {
    const before = after === undefined ? undefined : Number(after);
    const orders = await searchOrders(db, { ...search, before, oldestFirst: sort === "oldest" }, limit);
    const numbers = shows("todo") ? orders.map(({ number }) => number) : [];
    const todos = await todosOfOrders(db, numbers);
    const tags = shows("tags") ? await tagsOfOrders(db, orders) : new Map<string, string[]>();
    return orders.map((order) => ({ ...order, todos: todos.get(order.number) ?? [], tags: tags.get(order.id) ?? [] }));
  },
  count: ({ db }, search, most) => countOrdersOf(db, search, most),
  after: { parameter: "before", shape: /^[1-9]\d{0,11}$/, of: ({ number }) => String(number) },
  id: ({ number }) => String(number),
  empty: (_, isFiltered) => (isFiltered ? "No order is like that." : "There are no orders yet."),
  rowName: ({ number }) => `order ${number}`,
  columns: {
    order: { label: "Order", cell: ({ number }) => ({ text: String(number), href: staffOrderPath(number) }) },
    customer: { label: "Email", isInFirstLine: true, cell: ({ email }) => email || "erased" },
    placed: { label: "Placed", isTime: true, cell: ({ placed_at }, context) => timeCell(placed_at, context) },
    units: { label: "Units", isFigure: true, cell: ({ units }) => String(units) },
    total: { label: "Total", isFigure: true, isInFirstLine: true, cell: ({ total }) => dollars(total) },
    state: { label: "State", cell: (order) => stateCell(orderState(order)) },
    todo: { label: "To do", cell: todoCell },
    payment: {
      label: "Payment",
      isOptional: true,
      cell: ({ money, state, total, trouble }) => staffMoneyWord(money, state, total, trouble),
    },
    method: { label: "Shipping method", isOptional: true, cell: ({ shipping_method }) => shipping_method },
    shipped: {
      label: "Shipped",
      isTime: true,
      isOptional: true,
      cell: ({ fulfilled_at }, context) => timeCell(fulfilled_at, context),
    },
    carrier: { label: "Carrier", isOptional: true, cell: ({ carrier }) => carrier ?? "" },
    tracking: { label: "Tracking", isOptional: true, cell: ({ tracking }) => tracking ?? "" },
    promo: { label: "Promo", isOptional: true, cell: ({ promo_code }) => promo_code ?? "" },
    discount: { label: "Discount reason", isOptional: true, cell: ({ discount_reason }) => discount_reason ?? "" },
    adds: { label: "Adds to order", isOptional: true, cell: ({ adds_to }) => (adds_to === null ? "" : String(adds_to)) },
    tags: { label: "Tags", isOptional: true, cell: ({ tags }) => tags.join(", ") },
    note: { label: "Order note", isOptional: true, cell: ({ order_note }) => order_note },
  },
  bulk: {
    path: staffOrdersBulkPath,
    needs: "orders:ship",
    actions: {
      ship: {
        label: "Mark as shipped",
        run: {
          action: shipOrders,
          title: "Mark as shipped",
          consequence: "Each is marked as shipped without a tracking number, and its shopper gets an email.",
        },
      },
    },
    others: [
      { label: "Packing slips", path: staffSlipsPath },
      { label: "Pick list", path: staffPicksPath },
      { label: "CSV of the selected", path: staffOrdersFilePath },
    ],
    upTo: ({ db }) => highestOrderNumber(db),
    all: (search, upTo): OrderSearch => ({ ...search, upTo }),
    some: (ids) => {
      const numbers = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
      return numbers.length === 0 ? undefined : { ...everyOrder, numbers };
    },
    fileSearch: (search) => search,
  },
  links: (files, staff) => [
    { label: "Phone orders", href: staffPhoneOrdersPath },
    ...(may(staff, "orders:ship") ? [{ label: "Ship by a file", href: staffTrackingPath }] : []),
    ...files,
    ...booksLinks(files),
  ],
  extras: async ({ context: { db, dates }, staff, values: { q }, rows }) => {
    const [only] = rows;
    // A search for an order's number redirects to the order.
    if (only && rows.length === 1 && q.replace("#", "") === String(only.number)) return { redirect: staffOrderPath(only.number) };
    // The list's own search does not find the gateway's keys.
    const payment = only ? undefined : await findExactMatch(db, staff, q);
    if (!payment) return {};
    if ("number" in payment) return { redirect: staffOrderPath(payment.number) };
    return { notices: [{ kind: "info", message: withoutOrderText(payment, dates) }] };
  },
});
