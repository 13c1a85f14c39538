import type { Cents } from "../../../money.ts";

/** The ticks of an axis of money, from highest to lowest, in even steps; one of them is 0. */
export type Scale = { highest: Cents; lowest: Cents; ticks: readonly Cents[] };

/** A whole number of dollars that begins with 1, 2 or 5, and is at least `least` cents. */
function roundStep(least: Cents): Cents {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 100)));
  return [1, 2, 5].map((digit) => digit * power).find((step) => step >= least) ?? 10 * power;
}

/** A scale of about four steps that holds all values. */
export function chartScale(values: readonly Cents[]): Scale {
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const step = roundStep((high - low) / 4);
  const highest = Math.max(Math.ceil(high / step), low < 0 ? 0 : 1) * step;
  const lowest = Math.floor(low / step) * step;
  const ticks = Array.from({ length: (highest - lowest) / step + 1 }, (_, at) => highest - at * step);
  return { highest, lowest, ticks };
}
