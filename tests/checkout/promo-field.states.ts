import type { PromoFieldProps } from "../../islands/checkout/promo-field.props.ts";

export const states = {
  empty: { checkoutId: "c1", code: "", applied: false },
  applied: { checkoutId: "c1", code: "SEEDS", applied: true },
} satisfies Record<string, PromoFieldProps>;
