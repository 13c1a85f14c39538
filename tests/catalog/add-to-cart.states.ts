import type { AddToCartProps } from "../../islands/catalog/add-to-cart.props.ts";

export const states = {
  offered: { variantId: "v-7", name: "Beaker", variant: "Tall", category: "glass", price: 12.5 },
} satisfies Record<string, AddToCartProps>;
