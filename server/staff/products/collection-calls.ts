import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
import { staffCollectionPath, staffCollectionRemovalPath } from "../paths.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";
import { collectionForm } from "./collection-form.ts";

const products = { method: "POST", guard: "csrf", answer: nothing, needs: "products:write" } as const;

export const collectionCalls = {
  saveCollection: {
    ...products,
    path: staffCollectionPath(":id"),
    summary: "Saves a collection of products, or adds one",
    body: z.object({ ...collectionForm.body, seen }),
    fieldErrors,
    codes: ["signed_out", "changed", "limit_reached"],
  },
  removeCollection: {
    ...products,
    path: staffCollectionRemovalPath(":id"),
    screen: staffCollectionPath(":id"),
    summary: "Removes a collection",
    body: z.object({ seen }),
    codes: ["signed_out", "changed"],
  },
} as const satisfies Record<string, StaffCall>;
