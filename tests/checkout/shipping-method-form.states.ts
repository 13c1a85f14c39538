import type { ShippingMethodFormProps } from "../../islands/checkout/shipping-method-form.props.ts";

const dollars = (amount: number) => ({ amount, currency: "USD" as const });
const sums = (shipping: number) => ({
  subtotal: dollars(24),
  discount: dollars(0),
  shipping: dollars(shipping),
  tax: dollars(2),
  total: dollars(26 + shipping),
});

export const states = {
  "nothing chosen": {
    checkoutId: "c1",
    action: "/storefront/checkout/shipping_method",
    token: "t-1",
    errors: [],
    back: "/storefront/checkout/shipping/c1/",
    methods: [
      { id: "m1", name: "Standard", description: "3 to 5 working days", price: "$6.00", totals: sums(6), checked: false },
      { id: "m2", name: "Express", price: "$18.00", totals: sums(18), checked: false },
    ],
    taxKnown: true,
  },
} satisfies Record<string, ShippingMethodFormProps>;
