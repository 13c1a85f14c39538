import { z } from "zod";
import { textLine } from "../../text-schemas.ts";
import { reviewList } from "../content/review-list.ts";
import { orderList } from "../orders/order-list.ts";
import { staffBulkRunPath, staffBulkUndoPath, staffPath, staffViewPath, staffViewRemovalPath, staffViewsPath } from "../paths.ts";
import { productList } from "../products/product-list.ts";
import { stockList } from "../products/stock-list.ts";
import { promoList } from "../selling/promo-list.ts";
import { nothing, type StaffCall } from "../staff-call.ts";
import { staffLists } from "./all.ts";
import { type AnyStaffList, bulkOf } from "./list.ts";

const own = { method: "POST", guard: "csrf", answer: nothing } as const;
const name = textLine(100);
const listNames = staffLists.map((list) => list.name);
const list = z.enum(listNames, "isn’t one of the lists");

/** The run's id, which the page has made. If the form is sent twice, there is one run. */
const runId = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * The call of a list's actions. `selection` is the query of the list's address, with the selected
 * records.
 */
function bulkCall(list: AnyStaffList, summary: string) {
  const { path, needs, actions } = bulkOf(list);
  const body = z.object({ id: runId, action: z.enum(Object.keys(actions)), selection: z.string().max(30_000) });
  return { ...own, path, summary, body, codes: ["signed_out"] as const, needs };
}

export type BulkCall = ReturnType<typeof bulkCall>;

/** Each person has their own views of the lists that their role may see. */
export const listCalls = {
  saveView: {
    ...own,
    path: staffViewsPath,
    screen: staffPath,
    summary: "Saves an address of a list under a name, for whoever asks",
    body: z.object({ list, name, query: z.string().max(5000) }),
    codes: ["signed_out", "limit_reached"],
  },
  renameView: {
    ...own,
    path: staffViewPath(":id"),
    screen: staffPath,
    summary: "Gives one’s own view of a list another name",
    body: z.object({ name }),
    codes: ["signed_out", "limit_reached"],
  },
  removeView: {
    ...own,
    path: staffViewRemovalPath(":id"),
    screen: staffPath,
    summary: "Removes one’s own view of a list",
    codes: ["signed_out"],
  },
  runOrdersBulk: bulkCall(orderList, "Does to many orders what their list’s preview said"),
  runProductsBulk: bulkCall(productList, "Does to many products what their list’s preview said"),
  runPromosBulk: bulkCall(promoList, "Turns many promos on or off, as their list’s preview said"),
  runReviewsBulk: bulkCall(reviewList, "Shows or hides many reviews, as their list’s preview said"),
  runStockBulk: {
    ...bulkCall(stockList, "Makes a count sheet of many variants, as their list’s preview said"),
    codes: ["signed_out", "limit_reached"],
  },
  // The route looks up the run's action, whose permission the role needs.
  undoBulk: {
    ...own,
    path: staffBulkUndoPath(":id"),
    screen: staffBulkRunPath(":id"),
    summary: "Undoes what an action on many records has changed",
    body: z.object({ id: runId }),
    codes: ["signed_out"],
  },
} as const satisfies Record<string, StaffCall>;
