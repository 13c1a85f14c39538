import type { PaymentFormProps } from "../../islands/checkout/payment-form.props.ts";
import { countries, nobody } from "../islands-shop/countries.ts";

const form = {
  checkoutId: "c1",
  action: "/storefront/checkout/payment",
  token: "t-1",
  errors: [],
  back: "/storefront/checkout/shipping_method/c1/",
  countries,
  saved: [],
  quote: "q1",
  formKey: "form-1",
  changes: [],
  total: "$42.00",
  yearNow: 2026,
  typed: { ...nobody, sameAsShipping: true },
};

export const states = {
  new: form,
  refused: { ...form, formError: "Your card was declined." },
  "no total while its tax is not known": { ...form, total: "" },
  "another total": {
    ...form,
    changes: [{ field: "total", old: "$40.00", new: "$42.00" }],
    why: "WELCOME10 was removed.",
  },
} satisfies Record<string, PaymentFormProps>;
