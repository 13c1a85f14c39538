import type { ListColumns } from "./list-columns.ts";

const labels = {
  product: "Product",
  address: "Address",
  brand: "Brand",
  category: "Category",
  price: "Price",
  variants: "Variants",
  stock: "In stock",
  state: "State",
  label: "Label",
  premium: "Premium",
  changed: "Changed",
};
export type ProductColumn = keyof typeof labels;

/** The columns of the list of products. */
export const productColumns: ListColumns<ProductColumn> = {
  labels,
  usual: ["product", "category", "price", "variants", "stock", "state", "changed"],
  figures: ["price", "variants", "stock"],
  times: ["changed"],
};
