import type { ContactFormProps } from "../../islands/checkout/contact-form.props.ts";

const contact = { checkoutId: "c1", action: "/storefront/checkout/email", token: "t-1", errors: [], typed: { email: "" } };

export const states = {
  new: contact,
  refused: { ...contact, typed: { email: "ann@" }, errors: [{ field: "email", message: "Enter your email address." }] },
} satisfies Record<string, ContactFormProps>;
