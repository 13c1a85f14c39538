import type { ListColumns } from "./list-columns.ts";

const labels = {
  email: "Email",
  name: "Name",
  since: "Since",
  state: "State",
  orders: "Orders",
  lastOrder: "Last order",
};
export type CustomerColumn = keyof typeof labels;

/** The columns of the list of customers. */
export const customerColumns: ListColumns<CustomerColumn> = {
  labels,
  usual: ["email", "name", "since", "state"],
  figures: ["orders"],
  times: ["since", "lastOrder"],
};
