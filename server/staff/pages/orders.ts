import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import type { ListedOrder, OrderSearch } from "../../orders/list.ts";
import { moneyWord, stateWord } from "../../orders/rules/words.ts";
import { staffOrderPath, staffOrdersFilePath, staffOrdersPath } from "../paths.ts";
import { type DeskInput, deskFrame } from "./desk.ts";

/** What the address of the list says. */
export type OrdersQuery = { q: string; state: OrderSearch["state"]; from: string; to: string; before: number | undefined };

const views: readonly { name: string; state: OrderSearch["state"] }[] = [
  { name: "All", state: undefined },
  { name: "To pack", state: "to-pack" },
  { name: "Cancelation requested", state: "requested" },
  { name: "Shipped", state: "fulfilled" },
  { name: "Canceled", state: "canceled" },
];

/** The list's address with these values; those of the first page. */
export function ordersAddress(path: string, { q, state, from, to, before }: OrdersQuery): string {
  const given = { q, state: state ?? "", from, to, before: before === undefined ? "" : String(before) };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "")).toString();
  return query === "" ? path : `${path}?${query}`;
}

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

type OrdersInput = {
  query: OrdersQuery;
  orders: readonly ListedOrder[];
  count: number;
  isCapped: boolean;
  next: number | undefined;
  /** a field of the query that was not taken */
  error?: string | undefined;
};

/** The list of orders. Search, filters and the page are in its address, so that Back leads back. */
export const ordersPage = (desk: DeskInput, dates: Dates, { query, orders, count, isCapped, next, error }: OrdersInput) => ({
  ...deskFrame({ ...desk, q: query.q }, "Orders", staffOrdersPath),
  q: query.q,
  state: query.state ?? "",
  error,
  from: { name: "from", label: "From", type: "date", value: query.from },
  to: { name: "to", label: "To", type: "date", value: query.to },
  views: views.map(({ name, state }) => ({
    name,
    href: ordersAddress(staffOrdersPath, { ...query, state, before: undefined }),
    current: state === query.state,
  })),
  orders: orders.map((order) => orderRow(order, dates)),
  count: isCapped ? `More than ${count}` : String(count),
  one: count === 1 && !isCapped,
  isFiltered: query.q !== "" || query.state !== undefined || query.from !== "" || query.to !== "",
  newest: query.before === undefined ? undefined : ordersAddress(staffOrdersPath, { ...query, before: undefined }),
  older: next === undefined ? undefined : ordersAddress(staffOrdersPath, { ...query, before: next }),
  file: ordersAddress(staffOrdersFilePath, { ...query, before: undefined }),
  all: staffOrdersPath,
});

export type OrdersPage = ReturnType<typeof ordersPage>;
