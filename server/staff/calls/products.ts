import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
import { staffNewProductPath, staffPicturesPath, staffPictureUploadPath, staffProductPath } from "../paths.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

const products = {
  method: "POST",
  guard: "csrf",
  answer: nothing,
  fieldErrors,
  needs: { area: "products", access: "write" },
} as const;

/** What the form showed. */
const seen = z.string().max(64);

/** The other fields are those of the page's form: its grid has a set of them for each row. */
export const productCalls = {
  addProduct: {
    ...products,
    path: staffNewProductPath,
    summary: "Adds a product",
    body: z.looseObject({ id: z.string().regex(/^[0-9a-f]{16,32}$/) }),
    codes: ["signed_out", "changed"],
  },
  saveProduct: {
    ...products,
    path: staffProductPath(":id"),
    summary: "Changes a product and its variants",
    body: z.looseObject({ seen }),
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
    summary: "Adds pictures to a product",
    file: { field: "pictures", types: ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] },
    codes: ["signed_out"],
  },
} as const satisfies Record<string, StaffCall>;
