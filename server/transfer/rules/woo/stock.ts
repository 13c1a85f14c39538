import { type Outcome, refuse } from "../../../outcome.ts";
import { truncated } from "../truncated.ts";
import type { WooRow } from "./row.ts";

/**
 * The stock of a row. `units` is `parent` if the row shares its parent's stock, and undefined if
 * units are not counted.
 */
export type Stock = { units: number | "parent" | undefined; backorders: boolean };

const inStock = ["", "1", "true", "yes"];
const outOfStock = ["0", "false", "no"];
const onBackorder = "backorder";

/** Reads a row's stock. Refuses with `invalid` an unknown status or number. */
export function stockOf(row: WooRow): Outcome<Stock> {
  const status = row.cell("In stock?").toLowerCase();
  if (![...inStock, ...outOfStock, onBackorder].includes(status))
    return refuse("invalid", `In stock? “${truncated(status)}” is not 1, 0, or backorder`);
  const units = unitsOf(row.cell("Stock"));
  if (!units.ok) return units;
  const backorders =
    status === onBackorder || ["1", "true", "yes", "notify"].includes(row.cell("Backorders allowed?").toLowerCase());
  const none = outOfStock.includes(status) || (status === onBackorder && typeof units.value !== "number");
  return { ok: true, value: { units: none ? 0 : units.value, backorders } };
}

/** The units in a cell. A number below 0, which backorders cause, becomes 0. */
function unitsOf(text: string): Outcome<Stock["units"]> {
  if (text === "") return { ok: true, value: undefined };
  if (text.toLowerCase() === "parent") return { ok: true, value: "parent" };
  if (!/^-?\d{1,9}(?:\.0+)?$/.test(text)) return refuse("invalid", `Stock “${truncated(text)}” is not a whole number`);
  return { ok: true, value: Math.max(0, Number(text)) };
}
