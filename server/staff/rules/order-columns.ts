import type { ListColumns } from "./list-columns.ts";

const labels = {
  order: "Order",
  placed: "Placed",
  customer: "Email",
  state: "State",
  payment: "Payment",
  method: "Shipping method",
  shipped: "Shipped",
  carrier: "Carrier",
  tracking: "Tracking",
  promo: "Promo code",
  note: "Order note",
  total: "Total",
};
export type OrderColumn = keyof typeof labels;

/** The columns of the list of orders. */
export const orderColumns: ListColumns<OrderColumn> = {
  labels,
  usual: ["order", "placed", "customer", "state", "payment", "total"],
  figures: ["total"],
  times: ["placed", "shipped"],
};
