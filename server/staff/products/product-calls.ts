import { z } from "zod";
import { content, fieldErrors } from "../../web/call.ts";
import {
  staffCostsPath,
  staffNewProductPath,
  staffPicturesPath,
  staffPictureUploadPath,
  staffProductArchivePath,
  staffProductCopyPath,
  staffProductPath,
  staffProductPreviewPath,
  staffProductRemovalPath,
  staffSchedulePath,
} from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";
import { productForm } from "./product-form.ts";

const products = {
  method: "POST",
  guard: "csrf",
  answer: nothing,
  fieldErrors,
  needs: "products:write",
} as const;

/**
 * A day and time by the shop’s clock, as a form sends them: `2026-12-02T09:30`. An empty text means
 * no time.
 */
const time = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/)
  .default("");
/** The id that a form gives to the product that it adds. */
const newProductId = z.string().regex(/^[0-9a-f]{16,32}$/);
/** Identifies the values that the form showed. */
const seen = z.string().max(64);

/**
 * The product's form sends more fields than the schema lists: a set of fields for each row of the
 * grid.
 */
export const productCalls = {
  addProduct: {
    ...products,
    path: staffNewProductPath,
    summary: "Adds a product",
    body: z.looseObject({ ...productForm.body, id: newProductId }),
    codes: ["signed_out", "changed"],
  },
  saveProduct: {
    ...products,
    path: staffProductPath(":id"),
    summary: "Changes a product and its variants",
    body: z.looseObject({ ...productForm.body, seen }),
    codes: ["signed_out", "changed"],
  },
  previewProduct: {
    ...products,
    path: staffProductPreviewPath(":id"),
    summary: "Shows a product’s page as its form would leave it, and saves nothing",
    body: z.looseObject(productForm.body),
    answer: content("text/html"),
    codes: ["signed_out"],
  },
  duplicateProduct: {
    ...products,
    path: staffProductCopyPath(":id"),
    screen: staffProductPath(":id"),
    summary: "Adds a draft copy of a product",
    body: z.object({ id: newProductId }),
    codes: ["signed_out", "changed"],
  },
  archiveProduct: {
    ...products,
    path: staffProductArchivePath(":id"),
    screen: staffProductPath(":id"),
    summary: "Archives a product, or brings it back as a draft",
    body: z.object({ archived: z.enum(["0", "1"]) }),
    codes: ["signed_out", "changed"],
  },
  removeProduct: {
    ...products,
    path: staffProductRemovalPath(":id"),
    summary: "Deletes a product to which nothing refers",
    body: z.object({ seen }),
    codes: ["signed_out", "changed", "limit_reached"],
  },
  saveCosts: {
    ...products,
    needs: { all: ["products:write", "reports:read"] },
    path: staffCostsPath(":id"),
    screen: staffProductPath(":id"),
    summary: "Saves what a unit of each variant costs the shop",
    body: z.looseObject({ seen }),
    codes: ["signed_out", "changed"],
  },
  saveSchedule: {
    ...products,
    path: staffSchedulePath(":id"),
    summary: "Schedules a product’s publication and its prices",
    body: z.object({
      seen,
      publishAt: time,
      unpublishAt: time,
      variant: z.string().max(64).default(""),
      price: z.string().max(20).default(""),
      startsAt: time,
      endsAt: time,
      showsFormer: z.string().max(1).default(""),
      remove: z.string().max(64).default(""),
    }),
    codes: ["signed_out", "changed"],
  },
  savePictures: {
    ...products,
    path: staffPicturesPath(":id"),
    summary: "Orders, describes and removes a product’s pictures",
    body: z.looseObject({ seen }),
    codes: ["signed_out", "changed"],
  },
  uploadPictures: {
    ...products,
    path: staffPictureUploadPath(":id"),
    screen: staffPicturesPath(":id"),
    summary: "Adds pictures to a product",
    file: { field: "pictures", types: ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] },
    codes: ["signed_out"],
  },
} as const satisfies Record<string, StaffCall>;
