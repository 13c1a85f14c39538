import type { CancelOrderProps } from "../../islands/orders/cancel-order.props.ts";

const line = { id: "l-1", quantity: 1, variant: { id: "v-1", name: "5 seeds" }, totalPrice: { net: { amount: 20 } } };
const order = { id: "o-1", number: "1001", cancelationRequested: false, lines: [line], total: { gross: { amount: 27.6 } } };
const guest = { order, userEmail: "ann@example.com", token: "t-1", next: "/storefront/dashboard/orders/o-1/?notice=" };

export const states = {
  "a guest's": guest,
  "a customer's": { ...guest, back: "$27.60 goes back to Visa ending in 4242." },
} satisfies Record<string, CancelOrderProps>;
