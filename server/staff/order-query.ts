import type { Dates } from "../dates.ts";
import type { OrderSearch } from "../orders/list.ts";
import { type Outcome, ok } from "../outcome.ts";
import { readLine } from "../read-text.ts";
import { numbersOf } from "./rules/chosen.ts";
import { chosenColumns } from "./rules/list-columns.ts";
import { type OrderColumn, orderColumns } from "./rules/order-columns.ts";
import { checkDays, dayAfter } from "./rules/report-period.ts";

/** The values in the list's address. */
export type OrdersQuery = {
  q: string;
  state: OrderSearch["state"];
  from: string;
  to: string;
  /** only orders that the staff took on the phone */
  isPhone: boolean;
  sort: "newest" | "oldest";
  /** empty: the default columns */
  columns: readonly OrderColumn[];
  before: number | undefined;
};

const states = [
  "placed",
  "canceled",
  "fulfilled",
  "requested",
  "to-pack",
  "refunded",
  "returns",
  "returns-awaited",
  "returns-received",
  "returned",
] as const satisfies readonly OrderSearch["state"][];
/** The most orders selected one by one. */
const mostSelected = 500;

const wholeNumber = (value: unknown): number | undefined => {
  const number = Number(readLine(value, 12));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/**
 * Reads the list's address. Malformed values count as absent, except the days, which `checkDays`
 * checks.
 */
export function ordersQueryOf(query: Readonly<Record<string, unknown>>): OrdersQuery {
  return {
    q: readLine(query.q, 200),
    state: states.find((state) => state === query.state),
    from: readLine(query.from, 40),
    to: readLine(query.to, 40),
    isPhone: query.phone === "1",
    sort: query.sort === "oldest" ? "oldest" : "newest",
    columns: chosenColumns(orderColumns, query.columns),
    before: wholeNumber(query.before),
  };
}

/** The search of a query. Days are those of the shop's calendar; invalid days are refused. */
export function orderSearchOf(dates: Dates, query: OrdersQuery): Outcome<OrderSearch> {
  const days = checkDays(query);
  if (!days.ok) return days;
  const { q, state, from, to, isPhone, sort, before } = query;
  const since = from === "" ? undefined : dates.startOf(from);
  const until = to === "" ? undefined : dates.startOf(dayAfter(to));
  return ok({ state, text: q.toLowerCase(), since, until, before, isPhone, oldestFirst: sort === "oldest" });
}

/**
 * The selected orders of the list: each `order`, or `all` that match up to `upTo`. Undefined if
 * none are selected, or if the list's days are invalid.
 */
export function selectedOrders(dates: Dates, query: Readonly<Record<string, unknown>>): OrderSearch | undefined {
  const shown = ordersQueryOf(query);
  if (query.all === "1") {
    const search = orderSearchOf(dates, { ...shown, before: undefined });
    return search.ok ? { ...search.value, upTo: wholeNumber(query.upTo) } : undefined;
  }
  const numbers = numbersOf(query.order, mostSelected);
  if (numbers.length === 0) return undefined;
  return { state: undefined, text: "", since: undefined, until: undefined, before: undefined, numbers };
}
