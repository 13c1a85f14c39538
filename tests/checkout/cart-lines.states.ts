import type { CartLinesProps } from "../../islands/checkout/cart-lines.props.ts";
import { gifts, line, noGifts, totalsOf } from "../islands-shop/cart-lines.ts";

const cart = { checkoutId: "c1", token: "t-1", gifts: noGifts };
const lines = [line("a", 2), line("b", 1)];
const scarce = [line("a", 2, { left: 0 }), line("b", 1)];

const note = "Leave it at the side door.\nThank you.";

export const states = {
  "two products": { ...cart, lines, totals: totalsOf(lines) },
  "a gift to choose": { ...cart, lines, totals: totalsOf(lines), gifts },
  "sold out": { ...cart, lines: scarce, totals: totalsOf(scarce), notice: "Some items have run out." },
  "a note": { ...cart, lines, totals: totalsOf(lines), note },
  empty: { token: "t-1", lines: [] },
} satisfies Record<string, CartLinesProps>;
