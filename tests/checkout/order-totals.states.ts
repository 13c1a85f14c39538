import type { OrderTotalsProps } from "../../islands/checkout/order-totals.props.ts";

const money = (amount: number) => ({ amount, currency: "USD" as const });
const totals = { subtotal: money(42), discount: money(0), shipping: money(0), tax: money(0), total: money(42), quote: "q1" };

export const states = {
  "all known": { checkoutId: "c1", totals, shippingKnown: true, taxKnown: true },
  "without the tax": { checkoutId: "c1", totals, shippingKnown: true, taxKnown: false },
  "before the address": { checkoutId: "c1", totals, shippingKnown: false, taxKnown: false },
  "with a code": {
    checkoutId: "c1",
    totals: { ...totals, discount: money(4.2), total: money(37.8), promo: "WELCOME10" },
    shippingKnown: true,
    taxKnown: true,
  },
} satisfies Record<string, OrderTotalsProps>;
