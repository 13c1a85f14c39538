import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import type { FoundOrder, ListedOrder, OrderSearch } from "../../orders/list.ts";
import { moneyWord, stateWord } from "../../orders/rules/words.ts";
import type { OrdersQuery } from "../order-query.ts";
import {
  staffOrderPath,
  staffOrdersBulkPath,
  staffOrdersFilePath,
  staffOrdersPath,
  staffPhoneOrdersPath,
  staffSlipsPath,
  staffViewPath,
  staffViewRemovalPath,
} from "../paths.ts";
import { type OrderColumn, orderColumnLabels, orderColumns, shownOrderColumns } from "../rules/order-columns.ts";
import { mayEnter } from "../rules/roles.ts";
import { type SavedView, viewAddress } from "../saved-views.ts";
import { type DeskInput, deskFrame } from "./desk.ts";

const views: readonly { name: string; state: OrderSearch["state"] }[] = [
  { name: "All", state: undefined },
  { name: "To pack", state: "to-pack" },
  { name: "Cancelation requested", state: "requested" },
  { name: "Shipped", state: "fulfilled" },
  { name: "Canceled", state: "canceled" },
];

/** The list's address with these values; those of the first page. */
export function ordersAddress(path: string, query: OrdersQuery): string {
  const text = ordersQueryText(query);
  return text === "" ? path : `${path}?${text}`;
}

const given = ({ q, state, from, to, sort, columns }: OrdersQuery): [string, string][] =>
  [
    ...Object.entries({ q, state: state ?? "", from, to, sort: sort === "newest" ? "" : sort }),
    ...columns.map((column): [string, string] => ["columns", column]),
  ].filter((pair): pair is [string, string] => pair[1] !== "");

const ordersQueryText = (query: OrdersQuery): string =>
  new URLSearchParams([...given(query), ...(query.before === undefined ? [] : [["before", String(query.before)]])]).toString();

const tones = { good: "state--good", waiting: "state--wait", calm: "" } as const;

export const orderRow = (order: ListedOrder, dates: Dates) => {
  const { number, state, cancelation_requested, shipment_count, email, total, money, placed_at } = order;
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
    money: moneyWord(money, state, total),
  };
};

/** An order's cells, each as text; `money` and `when` are the same as elsewhere. */
export function orderCells(order: FoundOrder & ListedOrder, dates: Dates): Record<OrderColumn, string> {
  const row = orderRow(order, dates);
  return {
    order: String(row.number),
    placed: row.placed.text,
    customer: row.email,
    state: row.state,
    payment: row.money,
    method: order.shipping_method,
    shipped: order.fulfilled_at === null ? "" : dates.moment(order.fulfilled_at).text,
    carrier: order.carrier ?? "",
    tracking: order.tracking ?? "",
    promo: order.promo_code ?? "",
    total: row.total,
  };
}

type OrdersInput = {
  query: OrdersQuery;
  orders: readonly (FoundOrder & ListedOrder)[];
  count: number;
  isCapped: boolean;
  next: number | undefined;
  views: readonly SavedView[];
  /** the highest number there is: none that is placed later is among “all” */
  upTo: number;
  notice?: string | undefined;
};

const hiddenOf = (query: OrdersQuery, but: readonly string[]) =>
  given(query)
    .filter(([name]) => !but.includes(name))
    .map(([name, value]) => ({ name, value }));

/** The list of orders. Search, filters, sort, columns and the page are in its address, so that Back leads back. */
export function ordersPage(
  desk: DeskInput,
  dates: Dates,
  { query, orders, count, isCapped, next, views: saved, upTo, notice }: OrdersInput,
) {
  const first = { ...query, before: undefined };
  const address = ordersAddress(staffOrdersPath, first);
  const columns = shownOrderColumns(query.columns);
  const isSaved = saved.some((view) => viewAddress(view) === address);
  return {
    ...deskFrame(desk, "Orders", staffOrdersPath),
    token: desk.token,
    q: query.q,
    notice,
    search: { name: "q", label: "Number, email, or name", type: "search", value: query.q, maxlength: "200" },
    from: { name: "from", label: "From", type: "date", value: query.from },
    to: { name: "to", label: "To", type: "date", value: query.to },
    filtersKeep: hiddenOf(query, ["q", "from", "to"]),
    views: [
      ...views.map(({ name, state }) => {
        const view = { ...first, state };
        return { name, href: ordersAddress(staffOrdersPath, view), current: !isSaved && state === query.state };
      }),
      ...saved.map((view) => ({ name: view.name, href: viewAddress(view), current: viewAddress(view) === address })),
    ],
    saved: saved.map(({ id, name }) => ({
      id,
      name,
      rename: staffViewPath(id),
      removal: staffViewRemovalPath(id),
    })),
    viewQuery: ordersQueryText(first),
    columns: orderColumns
      .filter((column) => column !== "order")
      .map((name) => ({ name, label: orderColumnLabels[name], checked: columns.includes(name) })),
    columnsKeep: hiddenOf(query, ["columns"]),
    sorts: (["newest", "oldest"] as const).map((sort) => ({
      name: sort === "newest" ? "Newest first" : "Oldest first",
      href: ordersAddress(staffOrdersPath, { ...first, sort }),
      current: sort === query.sort,
    })),
    heads: columns.map((name) => ({ label: orderColumnLabels[name], isNumber: name === "total" })),
    orders: orders.map((order) => {
      const { number, href, tone } = orderRow(order, dates);
      const cells = orderCells(order, dates);
      return {
        number,
        cells: columns.map((name) => ({
          label: orderColumnLabels[name],
          text: cells[name],
          href: name === "order" ? href : undefined,
          state: name === "state" ? `state ${tone}` : undefined,
          isNumber: name === "total",
        })),
      };
    }),
    mayWrite: mayEnter(desk.staff.role, { area: "orders", access: "write" }),
    bulk: staffOrdersBulkPath,
    bulkKeep: [...hiddenOf(query, []), { name: "upTo", value: String(upTo) }],
    count: isCapped ? `More than ${count}` : String(count),
    one: count === 1 && !isCapped,
    isFiltered: query.q !== "" || query.state !== undefined || query.from !== "" || query.to !== "",
    newest: query.before === undefined ? undefined : address,
    older: next === undefined ? undefined : ordersAddress(staffOrdersPath, { ...query, before: next }),
    slips: staffSlipsPath,
    file: staffOrdersFilePath,
    phoneOrders: staffPhoneOrdersPath,
    fileOfAll: ordersAddress(staffOrdersFilePath, first),
    all: staffOrdersPath,
  };
}

export type OrdersPage = ReturnType<typeof ordersPage>;
