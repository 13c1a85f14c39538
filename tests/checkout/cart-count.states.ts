import type { CartCountProps } from "../../islands/checkout/cart-count.props.ts";

/** The header of the cart page. */
export const states = { three: { count: 3 }, empty: { count: 0 } } satisfies Record<string, CartCountProps>;
