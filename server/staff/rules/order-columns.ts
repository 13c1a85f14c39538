/** The columns of the list of orders, in its order. */
export const orderColumns = [
  "order",
  "placed",
  "customer",
  "state",
  "payment",
  "method",
  "shipped",
  "carrier",
  "tracking",
  "promo",
  "total",
] as const;
export type OrderColumn = (typeof orderColumns)[number];

export const orderColumnLabels: Readonly<Record<OrderColumn, string>> = {
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
  total: "Total",
};

/** Those of a list whose address names none. */
export const usualOrderColumns: readonly OrderColumn[] = ["order", "placed", "customer", "state", "payment", "total"];

/** The order's number is always there: it is the way to the order. */
export const shownOrderColumns = (chosen: readonly OrderColumn[]): readonly OrderColumn[] =>
  chosen.length === 0 ? usualOrderColumns : orderColumns.filter((column) => column === "order" || chosen.includes(column));
