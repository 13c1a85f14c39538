import type { PurchaseProps } from "../../islands/orders/purchase.props.ts";

/** The island only reports, and shows nothing. */
export const states = {
  "one line": {
    transaction_id: "1042",
    currency: "USD",
    value: 42.5,
    tax: 2.5,
    shipping: 6,
    coupon: "WELCOME10",
    items: [{ item_id: "v1", item_name: "Blue Dream", item_variant: "5 seeds", item_category: "seeds", price: 17, quantity: 2 }],
  },
} satisfies Record<string, PurchaseProps>;
