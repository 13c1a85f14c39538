import type { LineUnits } from "../orders/line-progress.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";

/** A typed number of units; undefined if the text is not a number. */
export const unitsOf = (text: string): number | undefined => (/^\d{1,4}$/.test(text) ? Number(text) : undefined);

/**
 * Parses the values of `--line`. Each value is the id of an order's line. A colon and a number of
 * units may follow the id.
 */
export function lineUnitsOf(values: readonly string[]): Outcome<LineUnits[]> {
  const lines: LineUnits[] = [];
  for (const value of values) {
    const [lineId = "", units, ...others] = value.split(":");
    const quantity = units === undefined ? undefined : unitsOf(units);
    if (lineId === "" || others.length > 0 || (units !== undefined && !quantity))
      return refuse("invalid", `--line ${value}: give a line's id, and how many units after a colon`);
    lines.push({ lineId, quantity });
  }
  return ok(lines);
}
