import type { ListColumns } from "./list-columns.ts";

const labels = {
  review: "Review",
  text: "Text",
  product: "Product",
  stars: "Stars",
  author: "Author",
  written: "Written",
  bought: "Bought here",
  state: "State",
  answer: "Our answer",
};
export type ReviewColumn = keyof typeof labels;

/** The columns of the list of reviews. */
export const reviewColumns: ListColumns<ReviewColumn> = {
  labels,
  usual: ["review", "product", "stars", "author", "written", "state"],
  figures: ["stars"],
  times: ["written"],
};
