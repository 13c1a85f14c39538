import type { TextsProps } from "./fixtures/islands/play/texts.props.ts";

export const start: TextsProps = { count: 3, note: "new", items: ["fern", "moss"], warned: false };

/**
 * States of the island `texts` in which each text changes, comes, goes or moves, some of them back
 * to an earlier one.
 */
export const states: readonly TextsProps[] = [
  { ...start, count: 4 },
  { ...start, count: 4, warned: true },
  { ...start, count: 5, warned: true, note: "" },
  { ...start, items: ["moss", "fern", "lily"] },
  { ...start, items: ["lily", "moss"], note: "old" },
  { ...start, items: [], warned: true },
  start,
];

/** The text that the island `texts` shows. */
export const textOf = ({ count, note, items, warned }: TextsProps) =>
  `${warned ? "Only a few left. " : ""}Count: ${count}.${note}${items.map((item) => `${item} (${item})`).join("")}${note} end`;
