import type { ListColumns } from "./list-columns.ts";

const labels = {
  code: "Code",
  effect: "Effect",
  minimum: "Minimum",
  state: "State",
  uses: "Uses",
  limit: "Most uses",
  begins: "Begins",
  ends: "Ends",
  once: "Each customer",
  firstOrder: "First order only",
};
export type PromoColumn = keyof typeof labels;

/** The columns of the list of promos. */
export const promoColumns: ListColumns<PromoColumn> = {
  labels,
  usual: ["code", "effect", "minimum", "state", "uses", "limit", "begins", "ends"],
  figures: ["minimum", "uses", "limit"],
  times: ["begins", "ends"],
};
