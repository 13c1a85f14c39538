import { z } from "zod";
import { stockReasons } from "../../catalog/rules/stock-reasons.ts";
import { textLine } from "../../text-schemas.ts";
import {
  staffAdjustmentPath,
  staffCountClearPath,
  staffCountDiscardPath,
  staffCountEntryPath,
  staffCountPath,
  staffCountPostingPath,
  staffCountsPath,
  staffMovementUndoPath,
  staffVariantStockPath,
} from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

const id = z.string().regex(/^[\w-]{1,64}$/);
/** The key of a form; a form that is sent several times counts once. */
const formKey = z.string().regex(/^[0-9a-f]{16,32}$/);

/**
 * With the reason `counted`, `units` is the counted stock. With any other reason, `units` is the
 * change of the stock.
 */
export const adjustmentBody = z.object({
  key: formKey,
  reason: z.enum([...stockReasons, "counted"]),
  units: textLine(20),
  note: textLine(500).default(""),
});

/** One id or a list of ids, since a form sends a list only if it repeats the field. */
const ids = z.union([id, z.array(id).max(500)]).default([]);

/** `category` is its id, `all`, or empty for a sheet that begins without lines. */
export const sheetBody = z.object({
  key: formKey,
  name: textLine(200).default(""),
  scope: z.enum(["all", "category", "selection", "scan"]),
  category: z.string().max(64).default(""),
  variant: ids,
  unshipped: z.enum(["counted", "apart"]).default("counted"),
});

/**
 * `seen` is the count that the page showed, empty if there was none. `view` and `after` lead back
 * to the same view of the sheet.
 */
export const entryBody = z.object({
  variantId: id,
  units: textLine(20),
  how: z.enum(["set", "add"]).default("set"),
  seen: z
    .string()
    .regex(/^\d{0,7}$/)
    .default(""),
  view: z.enum(["left", "differing", "all"]).default("left"),
  after: z
    .string()
    .regex(/^\d{0,7}$/)
    .default(""),
});

/**
 * `uncounted` is the number of uncounted lines that the page named when it asked for confirmation;
 * absent if the page has not asked.
 */
export const postingBody = z.object({ uncounted: z.coerce.number().int().min(0).max(1_000_000).optional() });

const writing = { method: "POST", guard: "csrf", answer: nothing, needs: "stock:write" } as const;

export const stockCalls = {
  adjustStock: {
    ...writing,
    path: staffAdjustmentPath(":id"),
    screen: staffVariantStockPath(":id"),
    summary: "Moves units of a variant by hand, for a reason or to what was counted",
    body: adjustmentBody,
    codes: ["signed_out", "out_of_stock"],
  },
  undoMovement: {
    ...writing,
    path: staffMovementUndoPath(":id"),
    screen: staffVariantStockPath(":id"),
    summary: "Takes a movement of stock back by a counter-movement",
    body: z.object({ movementId: id }),
    codes: ["signed_out", "out_of_stock"],
  },
  createCountSheet: {
    ...writing,
    path: staffCountsPath,
    summary: "Makes a sheet to count stock on",
    body: sheetBody,
    codes: ["signed_out", "limit_reached"],
  },
  enterCount: {
    ...writing,
    path: staffCountEntryPath(":id"),
    screen: staffCountPath(":id"),
    summary: "Notes how many units of a variant were counted",
    body: entryBody,
    codes: ["signed_out", "changed"],
  },
  clearCount: {
    ...writing,
    path: staffCountClearPath(":id"),
    screen: staffCountPath(":id"),
    summary: "Forgets a count",
    body: z.object({ variantId: id }),
    codes: ["signed_out", "changed"],
  },
  postCountSheet: {
    ...writing,
    path: staffCountPostingPath(":id"),
    screen: staffCountPath(":id"),
    summary: "Moves the stock by what the counts of a sheet differ",
    body: postingBody,
    codes: ["signed_out", "unconfirmed", "changed", "out_of_stock"],
  },
  discardCountSheet: {
    ...writing,
    path: staffCountDiscardPath(":id"),
    screen: staffCountPath(":id"),
    summary: "Ends a sheet without moving stock",
    codes: ["signed_out", "changed"],
  },
} as const satisfies Record<string, StaffCall>;
