import type { Dates } from "../dates.ts";
import type { OrderSearch } from "../orders/list.ts";
import { typedLine } from "./routes/typed-line.ts";
import { numbersOf } from "./rules/chosen.ts";
import { chosenColumns } from "./rules/list-columns.ts";
import { type OrderColumn, orderColumns } from "./rules/order-columns.ts";

/** What the address of the list says. */
export type OrdersQuery = {
  q: string;
  state: OrderSearch["state"];
  from: string;
  to: string;
  /** those alone that staff took on the phone */
  isPhone: boolean;
  sort: "newest" | "oldest";
  /** empty: the usual ones */
  columns: readonly OrderColumn[];
  before: number | undefined;
};

const states = [
  "placed",
  "canceled",
  "fulfilled",
  "requested",
  "to-pack",
  "returns",
] as const satisfies readonly OrderSearch["state"][];
const dayMs = 86_400_000;
/** Of one selection by hand. */
const mostSelected = 500;

const wholeNumber = (value: unknown): number | undefined => {
  const number = Number(typedLine(value, 12));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** What is not well said counts as not given. */
export function ordersQueryOf(query: Readonly<Record<string, unknown>>): OrdersQuery {
  const day = (value: unknown) => {
    const typed = typedLine(value, 10);
    return /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : "";
  };
  return {
    q: typedLine(query.q, 200),
    state: states.find((state) => state === query.state),
    from: day(query.from),
    to: day(query.to),
    isPhone: query.phone === "1",
    sort: query.sort === "oldest" ? "oldest" : "newest",
    columns: chosenColumns(orderColumns, query.columns),
    before: wholeNumber(query.before),
  };
}

/** Days are those of the shop's calendar. */
export function orderSearchOf(dates: Dates, { q, state, from, to, isPhone, sort, before }: OrdersQuery): OrderSearch {
  const startOf = (day: string): number | undefined => (day === "" ? undefined : dates.startOf(day));
  const until = startOf(to === "" ? "" : new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10));
  return { state, text: q.toLowerCase(), since: startOf(from), until, before, isPhone, oldestFirst: sort === "oldest" };
}

/** Which orders of the list were selected: `order` for each by hand, or `all` that match up to `upTo`; undefined: none. */
export function selectedOrders(dates: Dates, query: Readonly<Record<string, unknown>>): OrderSearch | undefined {
  const shown = ordersQueryOf(query);
  if (query.all === "1") return { ...orderSearchOf(dates, { ...shown, before: undefined }), upTo: wholeNumber(query.upTo) };
  const numbers = numbersOf(query.order, mostSelected);
  if (numbers.length === 0) return undefined;
  return { state: undefined, text: "", since: undefined, until: undefined, before: undefined, numbers };
}
