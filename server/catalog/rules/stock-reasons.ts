import { type Outcome, ok, refuse } from "../../outcome.ts";

/**
 * The reasons why the staff move units by hand, in the order of the form. Counts have a separate
 * reason.
 */
export const stockReasons = ["received", "found", "damaged", "lost", "sample", "supplier", "correction"] as const;
export type StockReason = (typeof stockReasons)[number];

/** +1: adds to the stock; -1: takes from the stock; 0: either. */
const directions: Readonly<Record<StockReason, 1 | -1 | 0>> = {
  received: 1,
  found: 1,
  damaged: -1,
  lost: -1,
  sample: -1,
  supplier: -1,
  correction: 0,
};

/** Words for histories. */
export const reasonWords: Readonly<Record<StockReason | "counted", string>> = {
  received: "Received",
  found: "Found",
  damaged: "Damaged",
  lost: "Lost",
  sample: "Given away as a sample",
  supplier: "Returned to the supplier",
  correction: "Correction",
  counted: "Counted",
};

/** The words for a form's choice. */
export const reasonChoice = (reason: StockReason): string => {
  const direction = directions[reason];
  if (direction === 0) return `${reasonWords[reason]} (+ or −)`;
  return `${reasonWords[reason]} (${direction > 0 ? "+" : "−"})`;
};

/** The most units of one movement or count. */
export const mostUnits = 1_000_000;

const unitsRefusal = refuse("invalid", "Enter how many units, as a whole number.");

/** Whole units, 0 or more, from a text with spaces or thousands commas. */
export function countedUnits(typed: string): Outcome<number> {
  const digits = typed.replace(/[\s,]/g, "");
  if (!/^\d{1,7}$/.test(digits) || Number(digits) > mostUnits) return unitsRefusal;
  return ok(Number(digits));
}

const signs: Readonly<Record<string, number>> = { "+": 1, "-": -1, "−": -1 };

/**
 * Units typed as `5`, `+5` or `-5`. The result has the sign of the reason; refuses a typed sign
 * that contradicts it.
 */
export function movedUnits(reason: StockReason, typed: string): Outcome<number> {
  const match = /^([+\-−]?)(\d{1,7})$/.exec(typed.replace(/[\s,]/g, ""));
  const units = Number(match?.[2] ?? 0);
  if (!match || units === 0 || units > mostUnits) return unitsRefusal;
  const direction = directions[reason];
  const sign = match[1] === "" ? direction || 1 : signs[match[1] ?? ""] || 1;
  if (direction === 1 && sign < 0)
    return refuse("invalid", `“${reasonWords[reason]}” adds units. To take some away, choose another reason.`);
  if (direction === -1 && sign > 0)
    return refuse("invalid", `“${reasonWords[reason]}” takes units away. To add some, choose another reason.`);
  return ok(sign * units);
}
