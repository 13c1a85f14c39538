import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
import { staffCategoryPath, staffCategoryRemovalPath } from "../paths.ts";
import { seen } from "../schema.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

/** What is too long for its field is refused in words by the feature; nothing is longer than this. */
const text = (most: number) => z.string().max(most).default("");
const products = { method: "POST", guard: "csrf", answer: nothing, needs: { area: "products", access: "write" } } as const;

export const categoryCalls = {
  saveCategory: {
    ...products,
    path: staffCategoryPath(":id"),
    summary: "Saves a category, or adds one",
    body: z.object({ name: text(2000), slug: text(2000), intro: text(5000), position: text(10), seen }),
    fieldErrors,
    codes: ["signed_out", "changed", "limit_reached"],
  },
  removeCategory: {
    ...products,
    path: staffCategoryRemovalPath(":id"),
    summary: "Removes a category to which nothing refers any more",
    body: z.object({ seen }),
    codes: ["signed_out", "changed", "limit_reached"],
  },
} as const satisfies Record<string, StaffCall>;
