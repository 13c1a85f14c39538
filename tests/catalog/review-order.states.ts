import type { ReviewOrderProps } from "../../islands/catalog/review-order.props.ts";

export const states = {
  newest: {
    orders: [
      { value: "newest", label: "Newest", selected: true },
      { value: "lowest", label: "Lowest rated", selected: false },
    ],
  },
} satisfies Record<string, ReviewOrderProps>;
