import { z } from "zod";
import { type ListName, lists } from "../lists.ts";
import { staffOrdersBulkPath, staffViewPath, staffViewRemovalPath, staffViewsPath } from "../paths.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

const own = { method: "POST", guard: "csrf", answer: nothing } as const;
const name = z
  .string()
  .max(100)
  .refine((typed) => !/\p{Cc}/u.test(typed), "must not contain control characters");
const list = z.enum(Object.keys(lists) as [ListName, ...ListName[]], "isn’t one of the lists");

/** Everybody has views of their own, of the lists that their role may see. */
export const listCalls = {
  saveView: {
    ...own,
    path: staffViewsPath,
    summary: "Saves an address of a list under a name, for whoever asks",
    body: z.object({ list, name, query: z.string().max(5000) }),
    codes: ["signed_out", "limit_reached"],
  },
  renameView: {
    ...own,
    path: staffViewPath(":id"),
    summary: "Gives one’s own view of a list another name",
    body: z.object({ name }),
    codes: ["signed_out", "limit_reached"],
  },
  removeView: { ...own, path: staffViewRemovalPath(":id"), summary: "Removes one’s own view of a list", codes: ["signed_out"] },
  runOrdersBulk: {
    ...own,
    path: staffOrdersBulkPath,
    summary: "Does to many orders what their list’s preview said",
    body: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/), action: z.enum(["ship"]), selection: z.string().max(20_000) }),
    codes: ["signed_out"],
    needs: { area: "orders", access: "write" },
  },
} as const satisfies Record<string, StaffCall>;
