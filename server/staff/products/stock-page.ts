import { lowStockAt } from "../../catalog/rules/labels.ts";
import { fullName } from "../../catalog/rules/product.ts";
import { reasonChoice, reasonWords, stockReasons } from "../../catalog/rules/stock-reasons.ts";
import type { StockRow } from "../../catalog/stock-list.ts";
import type { Movement, MovementMark } from "../../catalog/stock-movements.ts";
import { canUndo } from "../../catalog/stock-movements.ts";
import type { Dates } from "../../dates.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { orderHref, type StaffContext, staffFrame } from "../frame.ts";
import { staffAdjustmentPath, staffCountPath, staffMovementUndoPath, staffStockPath, staffVariantStockPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { whoOf } from "../records/history-page.ts";

export const mayWriteStock = ({ staff }: StaffContext) => may(staff, "stock:write");

/** The state of a variant's stock. */
export function stockState({ onHand, reserved, lowStock, forSale }: StockRow): StateLabel {
  if (!forSale) return stateLabel("waiting", "Not for sale");
  const left = onHand - reserved;
  if (left <= 0) return stateLabel("wrong", "Out of stock");
  return left <= lowStockAt(lowStock) ? stateLabel("todo", "Low") : stateLabel("done", "In stock");
}

/** Units with their sign: `+5` or `−5`. */
export const signed = (units: number): string => (units > 0 ? `+${units}` : String(units).replace("-", "−"));

const kindWords = { initial: "First stock", set: "Set by an import", sold: "Sold", restocked: "Restocked" } as const;

/** Why a movement cannot be undone; `canUndo` decides. */
function keptBecause(movement: Movement): string | undefined {
  if (canUndo(movement) || movement.isUndone) return undefined;
  if (movement.undoes !== null) return "An undo itself";
  return movement.reason === null ? "Not changed by hand" : "Nothing moved";
}

type MovementNames = { people: ReadonlyMap<string, string>; orders: ReadonlyMap<string, number> };

function movementRow(context: StaffContext, movement: Movement, { people, orders }: MovementNames, dates: Dates) {
  const { id, at, kind, units, order_id, reason, note, actor, undoes, sheet_id, isUndone } = movement;
  const number = orders.get(order_id ?? "");
  const what = reason === null ? kindWords[kind] : reasonWords[reason];
  return {
    id,
    at: dates.moment(at),
    what: undoes === null ? what : `Undone: ${what.toLowerCase()}`,
    units: signed(units),
    note,
    who: actor === null ? "" : whoOf(actor, people),
    number,
    order: orderHref(context, number),
    sheet: sheet_id === null ? undefined : staffCountPath(sheet_id),
    isUndone,
    canUndo: canUndo(movement) && !isUndone,
    kept: keptBecause(movement),
  };
}

type VariantStockInput = {
  variant: StockRow;
  unshipped: number;
  movements: readonly Movement[];
  before: MovementMark | undefined;
  next: MovementMark | undefined;
  names: MovementNames;
  key: string;
};

type Shown = {
  notice?: string | undefined;
  refusal?: Refusal | undefined;
  typed?: Readonly<Record<string, unknown>> | undefined;
};

/** A variant's stock: its figures, the form that moves units, and the earlier movements. */
export const variantStockPage = (
  context: StaffContext,
  dates: Dates,
  { variant, unshipped, movements, before, next, names, key }: VariantStockInput,
  { notice, refusal, typed }: Shown = {},
) => {
  const path = staffVariantStockPath(variant.id);
  const chosenReason = refusal ? readText(typed?.reason) : "";
  return {
    ...staffFrame(context, fullName(variant.productName, variant.variantName), staffStockPath),
    token: context.token,
    // A refused form keeps its key, since it has moved no units.
    key: (refusal && readText(typed?.key)) || key,
    list: staffStockPath,
    name: fullName(variant.productName, variant.variantName),
    sku: variant.sku,
    barcode: variant.barcode,
    state: stockState(variant),
    figures: { onHand: variant.onHand, reserved: variant.reserved, available: variant.onHand - variant.reserved, unshipped },
    notice,
    formError: refusal?.error,
    mayWrite: mayWriteStock(context),
    paths: { adjustment: staffAdjustmentPath(variant.id), undo: staffMovementUndoPath(variant.id) },
    reasons: [
      ...stockReasons.map((reason) => ({ value: reason, text: reasonChoice(reason), chosen: reason === chosenReason })),
      { value: "counted", text: "Counted (this many are there)", chosen: chosenReason === "counted" },
    ],
    units: {
      name: "units",
      label: "Units",
      inputmode: "numeric",
      maxlength: 20,
      required: true,
      value: refusal ? readText(typed?.units) : "",
      autocomplete: "off",
    },
    note: { name: "note", label: "Note", maxlength: 500, value: refusal ? readText(typed?.note) : "", autocomplete: "off" },
    movements: movements.map((movement) => movementRow(context, movement, names, dates)),
    newest: before === undefined ? undefined : path,
    older: next === undefined ? undefined : `${path}?before=${next.at}-${next.id}`,
  };
};

type VariantStockPage = ReturnType<typeof variantStockPage>;
export const variantStockView = view<VariantStockPage>("staff/variant-stock");
