import type { PriceChange } from "../../catalog/rules/price-change.ts";
import { parseDollars } from "../../money.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";

/** A typed change of prices. */
export type PriceForm = { way: "lower" | "raise"; value: string; compareAt: PriceChange["compareAt"] };

const compareAts = ["kept", "shown", "removed"] as const;

export const priceFormOf = (query: Readonly<Record<string, unknown>>): PriceForm => ({
  way: query.way === "raise" ? "raise" : "lower",
  value: readLine(query.value, 20),
  compareAt: compareAts.find((each) => each === query.compareAt) ?? "kept",
});

const wrong = refuse("invalid", "Enter a percentage, such as 10%, or dollars, such as 2.50.");
const tooMuch = refuse("invalid", "Prices can be lowered by up to 100%, and raised by up to 1,000%.");

/** Hundredths of a percent; undefined if the text is no percentage. */
function percentIn(text: string): number | undefined {
  const match = /^(\d{1,4})(?:\.(\d{1,2}))?\s?%$/.exec(text);
  return match?.[1] === undefined ? undefined : Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Refuses a value that is neither a percentage nor dollars, and a change without effect. */
export function priceChangeOf({ way, value, compareAt }: PriceForm): Outcome<PriceChange> {
  const sign = way === "lower" ? -1 : 1;
  const percent = percentIn(value);
  if (percent !== undefined && percent > (way === "lower" ? 10_000 : 100_000)) return tooMuch;
  if (percent !== undefined) return percent === 0 ? wrong : ok({ by: "percent", value: sign * percent, compareAt });
  const cents = parseDollars(value);
  return cents === undefined || cents === 0 ? wrong : ok({ by: "amount", value: sign * cents, compareAt });
}
