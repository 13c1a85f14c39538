import type { AddressFormProps } from "../../islands/checkout/address-form.props.ts";
import { countries, mary, nobody } from "../islands-shop/countries.ts";

const form = {
  checkoutId: "c1",
  action: "/storefront/checkout/shipping",
  token: "t-1",
  errors: [],
  back: "/storefront/checkout/contact/c1/",
  saveLabel: "Save this address on this device",
  countries,
};

export const states = {
  new: { ...form, typed: { ...nobody, saveForLater: false }, saved: [] },
  "with saved addresses": {
    ...form,
    typed: { ...mary, saveForLater: false },
    saved: [{ ...mary, id: "a-1", current: true }],
  },
  refused: {
    ...form,
    typed: { ...mary, postalCode: "1", saveForLater: true },
    saved: [],
    errors: [{ field: "postalCode", message: "Enter a ZIP code such as 78701." }],
  },
} satisfies Record<string, AddressFormProps>;
