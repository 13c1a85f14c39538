import { z } from "zod";
import { directions } from "../../catalog/rules/category-order.ts";
import { fieldErrors } from "../../web/call.ts";
import {
  staffCategoriesPath,
  staffCategoryMovePath,
  staffCategoryPath,
  staffCategoryPicturePath,
  staffCategoryRemovalPath,
} from "../paths.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";
import { categoryForm } from "./category-form.ts";

const products = { method: "POST", guard: "csrf", answer: nothing, needs: "products:write" } as const;

export const categoryCalls = {
  saveCategory: {
    ...products,
    path: staffCategoryPath(":id"),
    summary: "Saves a category, or adds one",
    body: z.object({ ...categoryForm.body, seen }),
    fieldErrors,
    codes: ["signed_out", "changed", "limit_reached"],
  },
  moveCategory: {
    ...products,
    path: staffCategoryMovePath(":id"),
    screen: staffCategoriesPath,
    summary: "Moves a category before or behind its neighbour",
    body: z.object({ direction: z.enum(directions), seen }),
    codes: ["signed_out", "changed"],
  },
  uploadCategoryPicture: {
    ...products,
    path: staffCategoryPicturePath(":id"),
    screen: staffCategoryPath(":id"),
    summary: "Gives a category a picture, with what it shows for those who can’t see it",
    file: { field: "picture", types: ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] },
    codes: ["signed_out"],
  },
  removeCategory: {
    ...products,
    path: staffCategoryRemovalPath(":id"),
    screen: staffCategoryPath(":id"),
    summary: "Removes a category to which nothing refers any more",
    body: z.object({ seen }),
    codes: ["signed_out", "changed", "limit_reached"],
  },
} as const satisfies Record<string, StaffCall>;
