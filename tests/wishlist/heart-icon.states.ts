import type { HeartIconProps } from "../../islands/wishlist/heart-icon.props.ts";

export const states = {
  beaker: { productId: "p-1", name: "Beaker" },
} satisfies Record<string, HeartIconProps>;
