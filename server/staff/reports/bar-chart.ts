import type { Cents } from "../../money.ts";
import type { PeriodBefore } from "./period-before.ts";
import { inDaysBefore, signedDollars } from "./rules/compared-words.ts";

/** The most rows that are drawn; the table has all rows. */
const mostBars = 31;

/** A bar for each row, with its name and amount, and a thin bar for the days before below it. */
export function barChart(names: readonly string[], values: readonly Cents[], before: PeriodBefore | undefined) {
  const drawn = values.slice(0, mostBars);
  const earlier = before?.values?.slice(0, mostBars);
  const highest = Math.max(1, ...[...drawn, ...(earlier ?? [])].map(Math.abs));
  const share = (value: Cents): number =>
    value === 0 ? 0 : Math.max(0.5, Number(((Math.abs(value) / highest) * 100).toFixed(1)));
  return drawn.map((value, at) => ({
    name: names[at] ?? "",
    amount: signedDollars(value),
    width: share(value),
    isNegative: value < 0,
    before: before &&
      earlier && {
        width: share(earlier[at] ?? 0),
        text: `${names[at] ?? ""}: ${signedDollars(value)}, and ${signedDollars(earlier[at] ?? 0)} ${inDaysBefore(before.days)}`,
      },
  }));
}
