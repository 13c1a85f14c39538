import type { Dates } from "../../dates.ts";
import type { LateEmails } from "../../jobs/count.ts";
import { dollars } from "../../money.ts";
import type { SalesDay } from "../../orders/sales.ts";
import { stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { recordTable } from "../lists/table.ts";
import { staffJobsPath, staffPath, staffPaymentsPath, staffReportsPath } from "../paths.ts";
import type { SetupStep } from "../sign-in/setup.ts";
import { limitLine, type ShopLimitState } from "./rules/shop-limits.ts";

/** `one` is the singular, if it differs from `name`. */
export type Waiting = { name: string; one?: string | undefined; count: number; href: string | undefined };

/** The tile of emails that the mail server does not take. */
export function lateEmailsTile({ count, since }: LateEmails, dates: Dates): Waiting {
  const name = (emails: string) => `${emails} waiting to be sent since ${dates.moment(since).text}`;
  return { name: name("emails"), one: name("email"), count, href: `${staffJobsPath}?failed=1` };
}

/** A limit of the whole shop that is near or reached. */
export const shopLimitTile = (limit: ShopLimitState, dates: Dates): Waiting => ({
  name: limitLine(limit, dates.moment(limit.until).text),
  count: limit.count,
  href: limit.kind === "declined cards" ? staffPaymentsPath : undefined,
});

type TodayInput = {
  waiting: readonly Waiting[];
  sales: readonly SalesDay[] | undefined;
  /** the steps, for those who may see the settings */
  steps: readonly SetupStep[];
};

const dayMs = 86_400_000;
const chart = { width: 300, height: 70 };

/**
 * A bar for each day, as high as the day's sales. A day with a sale has a bar of at least one
 * pixel.
 */
function barsOf(sales: readonly SalesDay[], dates: Dates) {
  const highest = Math.max(1, ...sales.map(({ sold }) => sold));
  const width = chart.width / sales.length;
  return sales.map(({ day, orders, sold }, at) => {
    const height = sold === 0 ? 0 : Math.max(1, Math.round((sold / highest) * chart.height));
    const title = `${dayText(dates, day)}: ${dollars(sold)} in ${orderWords(orders)}`;
    return { title, x: (at * width).toFixed(1), y: chart.height - height, width: (width * 0.8).toFixed(1), height };
  });
}

// A day of the calendar, which is the same in all time zones.
const dayText = (dates: Dates, day: number): string => {
  const iso = new Date(day * dayMs).toISOString().slice(0, 10);
  return dates.range(iso, iso);
};

/** The labels below the bars: the first day, the last day, and the day with the highest bar. */
function axisOf(sales: readonly SalesDay[], dates: Dates) {
  const first = sales[0];
  const last = sales.at(-1);
  const highest = sales.reduce(
    (best, day) => (day.sold > best.sold ? day : best),
    first ?? { day: 0, orders: 0, sold: 0, back: 0 },
  );
  return {
    first: first && sales.length > 1 ? dayText(dates, first.day) : "",
    last: last ? dayText(dates, last.day) : "",
    highest: `${dollars(highest.sold)} on ${dayText(dates, highest.day)}`,
  };
}

const orderWords = (count: number): string => (count === 1 ? "1 order" : `${count} orders`);

const signed = (cents: number): string => dollars(cents).replace("-", "−");

/** The sums of the days; `back` is empty if nothing was returned. */
function sumOf(sales: readonly SalesDay[]) {
  const sum = (amountOf: (day: SalesDay) => number) => sales.reduce((all, day) => all + amountOf(day), 0);
  const sold = sum((day) => day.sold);
  const back = sum((day) => day.back);
  return {
    orders: orderWords(sum((day) => day.orders)),
    sold: dollars(sold),
    back: back === 0 ? "" : signed(-back),
    total: signed(sold + back),
  };
}

/** The steps of setting up, shown until all are done. */
function setupOf(steps: readonly SetupStep[]) {
  const needed = steps.filter(({ isOptional }) => !isOptional);
  const done = needed.filter(({ isDone }) => isDone).length;
  if (done === needed.length) return undefined;
  return {
    progress: `${done} of ${needed.length} done`,
    open: steps
      .filter(({ isDone }) => !isDone)
      .map(({ name, about, isOptional, href, also = [] }) => ({
        name,
        about,
        href,
        also,
        state: isOptional ? stateLabel("waiting", "If you need it") : stateLabel("todo", "To do"),
      })),
    finished: steps.filter(({ isDone }) => isDone).map(({ name }) => ({ name, state: stateLabel("done", "Done") })),
  };
}

/** The waiting work, the sales, and the steps of a new shop. */
export const todayPage = (context: StaffContext, dates: Dates, { waiting, sales, steps }: TodayInput) => ({
  ...staffFrame(context, "Today", staffPath),
  waiting: waiting
    .filter(({ count }) => count > 0)
    .map(({ name, one, count, href }) => ({ name: count === 1 && one ? one : name, count, href })),
  setup: setupOf(steps),
  sales: sales && {
    today: sumOf(sales.slice(-1)),
    all: sumOf(sales),
    days: sales.length,
    report: staffReportsPath,
    // Without a sale the chart would be empty.
    bars: sales.some(({ sold }) => sold > 0) ? barsOf(sales, dates) : undefined,
    axis: axisOf(sales, dates),
    view: `0 0 ${chart.width} ${chart.height}`,
    table: recordTable({
      caption: "Sales by day, the latest first",
      columns: [
        { label: "Day", cell: ({ day }) => dayText(dates, day) },
        { label: "Orders", isFigure: true, cell: ({ orders }) => String(orders) },
        { label: "Sold", isFigure: true, cell: ({ sold }) => dollars(sold) },
        { label: "Given back", isFigure: true, cell: ({ back }) => signed(back) },
        { label: "Total", isFigure: true, isInFirstLine: true, cell: ({ sold, back }) => signed(sold + back) },
      ],
      rows: sales.toReversed(),
    }),
  },
});

type TodayPage = ReturnType<typeof todayPage>;
export const todayView = view<TodayPage>("staff/today");
