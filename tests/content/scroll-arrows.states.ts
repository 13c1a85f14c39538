import type { ScrollArrowsProps } from "../../islands/content/scroll-arrows.props.ts";

export const states = {
  "best sellers": { of: "best", name: "Best sellers" },
} satisfies Record<string, ScrollArrowsProps>;
