import { z } from "zod";
import { textLine } from "../../text-schemas.ts";
import { type ListName, lists } from "../lists.ts";
import {
  staffBulkRunPath,
  staffBulkUndoPath,
  staffOrdersBulkPath,
  staffPath,
  staffProductsBulkPath,
  staffPromosBulkPath,
  staffReviewsBulkPath,
  staffStockBulkPath,
  staffViewPath,
  staffViewRemovalPath,
  staffViewsPath,
} from "../paths.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

const own = { method: "POST", guard: "csrf", answer: nothing } as const;
const name = textLine(100);
const list = z.enum(Object.keys(lists) as [ListName, ...ListName[]], "isn’t one of the lists");

/** The run's own id, which its page made: sent twice, it is one run. */
const runId = z.string().regex(/^[0-9a-f]{32}$/);

/** `selection` is the query of the list’s address, with the selected records. */
const bulkBody = <const Actions extends readonly [string, ...string[]]>(actions: Actions) =>
  z.object({ id: runId, action: z.enum(actions), selection: z.string().max(30_000) });

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
  runOrdersBulk: {
    ...own,
    path: staffOrdersBulkPath,
    summary: "Does to many orders what their list’s preview said",
    body: bulkBody(["ship"]),
    codes: ["signed_out"],
    needs: "orders:ship",
  },
  runProductsBulk: {
    ...own,
    path: staffProductsBulkPath,
    summary: "Does to many products what their list’s preview said",
    body: bulkBody(["publish", "hide", "prices"]),
    codes: ["signed_out"],
    needs: "products:write",
  },
  runPromosBulk: {
    ...own,
    path: staffPromosBulkPath,
    summary: "Turns many promos on or off, as their list’s preview said",
    body: bulkBody(["start", "stop"]),
    codes: ["signed_out"],
    needs: "rules:write",
  },
  runReviewsBulk: {
    ...own,
    path: staffReviewsBulkPath,
    summary: "Shows or hides many reviews, as their list’s preview said",
    body: bulkBody(["show", "hide"]),
    codes: ["signed_out"],
    needs: "reviews:write",
  },
  runStockBulk: {
    ...own,
    path: staffStockBulkPath,
    summary: "Makes a count sheet of many variants, as their list’s preview said",
    body: bulkBody(["count"]),
    codes: ["signed_out", "limit_reached"],
    needs: "stock:write",
  },
  // The role needs the permission of the action, which the route looks up.
  undoBulk: {
    ...own,
    path: staffBulkUndoPath(":id"),
    screen: staffBulkRunPath(":id"),
    summary: "Undoes what an action on many records has changed",
    body: z.object({ id: runId }),
    codes: ["signed_out"],
  },
} as const satisfies Record<string, StaffCall>;
