import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import type { SalesDay } from "../../orders/sales.ts";
import { staffPath } from "../paths.ts";
import type { SetupStep } from "../setup.ts";
import { type DeskInput, deskFrame } from "./desk.ts";

/** `one` names a single one, where that is not `name`. */
export type Waiting = { name: string; one?: string | undefined; count: number; href: string | undefined };

type TodayInput = {
  waiting: readonly Waiting[];
  sales: readonly SalesDay[] | undefined;
  /** for who may see the settings */
  steps: readonly SetupStep[];
};

const dayMs = 86_400_000;
const chart = { width: 300, height: 70 };

/** Bars of the days, as high as what was sold; each at least a hair where something was. */
function barsOf(sales: readonly SalesDay[]) {
  const highest = Math.max(1, ...sales.map(({ total }) => total));
  const width = chart.width / sales.length;
  return sales.map(({ total }, at) => {
    const height = total === 0 ? 0 : Math.max(1, Math.round((total / highest) * chart.height));
    return { x: (at * width).toFixed(1), y: chart.height - height, width: (width * 0.8).toFixed(1), height };
  });
}

const orderWords = (count: number): string => (count === 1 ? "1 order" : `${count} orders`);

const sumOf = (sales: readonly SalesDay[]) => ({
  orders: orderWords(sales.reduce((sum, { orders }) => sum + orders, 0)),
  total: dollars(sales.reduce((sum, { total }) => sum + total, 0)),
});

/** Shown until all is done. */
function setupOf(steps: readonly SetupStep[]) {
  const needed = steps.filter(({ isOptional }) => !isOptional);
  const done = needed.filter(({ isDone }) => isDone).length;
  if (done === needed.length) return undefined;
  return {
    progress: `${done} of ${needed.length} done`,
    steps: steps.map(({ name, about, isDone, isOptional, href, also }) => ({
      ...{ name, about, isDone, href: isDone ? undefined : href, also: isDone ? [] : (also ?? []) },
      state: isOptional ? "If you need it" : "To do",
    })),
  };
}

/** What waits for the staff, what a new shop still needs, and how the shop sells. */
export const todayPage = (desk: DeskInput, dates: Dates, { waiting, sales, steps }: TodayInput) => ({
  ...deskFrame(desk, "Today", staffPath),
  waiting: waiting
    .filter(({ count }) => count > 0)
    .map(({ name, one, count, href }) => ({ name: count === 1 && one ? one : name, count, href })),
  setup: setupOf(steps),
  sales: sales && {
    today: sumOf(sales.slice(-1)),
    all: sumOf(sales),
    days: sales.length,
    // Without a sale the chart would be an empty space.
    bars: sales.some(({ total }) => total > 0) ? barsOf(sales) : undefined,
    view: `0 0 ${chart.width} ${chart.height}`,
    rows: sales.toReversed().map(({ day, orders, total }) => ({
      // A day of the calendar, which is the same in every zone.
      day: dates.range(new Date(day * dayMs).toISOString().slice(0, 10), new Date(day * dayMs).toISOString().slice(0, 10)),
      orders,
      total: dollars(total),
    })),
  },
});

export type TodayPage = ReturnType<typeof todayPage>;
