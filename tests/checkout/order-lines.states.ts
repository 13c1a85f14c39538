import type { OrderLinesProps } from "../../islands/checkout/order-lines.props.ts";
import { line } from "../islands-shop/cart-lines.ts";

const gift = line("tray", 1, { gift: true, backdropColour: "white" });

export const states = {
  "a product and a gift": { lines: [line("a", 2), gift] },
} satisfies Record<string, OrderLinesProps>;
