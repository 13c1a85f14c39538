import type { ListColumns } from "./list-columns.ts";

const labels = {
  product: "Product",
  variant: "Variant",
  address: "Address",
  sku: "SKU",
  barcode: "Barcode",
  onHand: "On hand",
  reserved: "Reserved",
  available: "Available",
  state: "State",
};
export type StockColumn = keyof typeof labels;

/** The columns of the list of stock. */
export const stockColumns: ListColumns<StockColumn> = {
  labels,
  usual: ["product", "sku", "barcode", "onHand", "reserved", "available", "state"],
  figures: ["onHand", "reserved", "available"],
  times: [],
};
