import type { PaymentWaitProps } from "../../islands/checkout/payment-wait.props.ts";

export const states = {
  waiting: { checkoutId: "c1", href: "/storefront/checkout/payment/c1/" },
} satisfies Record<string, PaymentWaitProps>;
