import type { Dates } from "../../dates.ts";
import type { Cents } from "../../money.ts";
import type { CalendarUnit, DaySpan } from "../../orders/rules/report-days.ts";
import type { PeriodBefore } from "./period-before.ts";
import { axisText, spanText } from "./report-times.ts";
import { chartScale, type Scale } from "./rules/chart-scale.ts";
import { daysEarlier, signedDollars } from "./rules/compared-words.ts";

/** The sizes of a column in units of the drawing, which is stretched to the width of the page. */
const size = { column: 10, gap: 1.5, height: 100 };
/** The most labels of days below a chart, so that they have room on a phone. */
const mostLabels = 4;

const axisDollars = (cents: Cents): string => signedDollars(cents).replace(/\.00$/, "");

const yOn = ({ highest, lowest }: Scale, cents: Cents): number =>
  Number((((highest - cents) / (highest - lowest)) * size.height).toFixed(2));

/** A bar from 0 to a value, high enough to be seen unless the value is 0. */
function barOf(scale: Scale, value: Cents, at: number) {
  const [top, bottom] = [yOn(scale, Math.max(value, 0)), yOn(scale, Math.min(value, 0))];
  const height = value === 0 ? 0 : Math.max(0.8, bottom - top);
  const y = value > 0 ? bottom - height : top;
  return { x: at * size.column + size.gap, y, width: size.column - 2 * size.gap, height, isNegative: value < 0 };
}

/** The path of a line that is level within each column. */
const stepsOf = (scale: Scale, values: readonly Cents[]): string =>
  values.map((value, at) => `${at === 0 ? "M0 " : "V"}${yOn(scale, value)}H${(at + 1) * size.column}`).join("");

/** Whether a column has a label: labels are evenly spaced, and the last columns have no room. */
const isLabeled = (at: number, count: number): boolean =>
  at % Math.ceil(count / mostLabels) === 0 && (at === 0 || at <= count * 0.8);

export type TimeRows = { spans: readonly DaySpan[]; unit: CalendarUnit; values: readonly Cents[]; orders: readonly number[] };

/** Bars of days, weeks, or months, with axes of money and time, and a line for the days before. */
export function columnChart(dates: Dates, { spans, unit, values, orders }: TimeRows, before: PeriodBefore | undefined) {
  const earlier = before?.values;
  const scale = chartScale([...values, ...(earlier ?? [])]);
  const width = values.length * size.column;
  return {
    view: `0 0 ${width} ${size.height}`,
    width,
    ticks: scale.ticks.map((cents) => ({ text: axisDollars(cents), y: yOn(scale, cents), isZero: cents === 0 })),
    bars: values.map((value, at) => barOf(scale, value, at)),
    steps: earlier ? stepsOf(scale, earlier) : undefined,
    columns: spans.map((span, at) => ({
      name: spanText(dates, unit, span),
      text: `${signedDollars(values[at] ?? 0)} in ${orders[at] === 1 ? "1 order" : `${orders[at] ?? 0} orders`}.`,
      before: before && earlier ? `${daysEarlier(before.days)}: ${signedDollars(earlier[at] ?? 0)}.` : undefined,
      label: isLabeled(at, spans.length) ? axisText(unit, span) : "",
    })),
  };
}
