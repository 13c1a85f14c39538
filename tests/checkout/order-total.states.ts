import type { OrderTotalProps } from "../../islands/checkout/order-total.props.ts";

export const states = {
  "forty-two dollars": { total: { amount: 42, currency: "USD" } },
} satisfies Record<string, OrderTotalProps>;
