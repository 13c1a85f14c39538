import type { ShippingMethodFormProps } from "../../islands/checkout/shipping-method-form.props.ts";

export const states = {
  "nothing chosen": {
    checkoutId: "c1",
    action: "/storefront/checkout/shipping_method",
    token: "t-1",
    errors: [],
    back: "/storefront/checkout/shipping/c1/",
    methods: [
      { id: "m1", name: "Standard", description: "3 to 5 working days", price: "$6.00", checked: false },
      { id: "m2", name: "Express", price: "$18.00", checked: false },
    ],
  },
} satisfies Record<string, ShippingMethodFormProps>;
