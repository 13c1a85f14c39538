import { blankAddress } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { Order } from "./find.ts";

const address: Address = {
  ...blankAddress,
  firstName: "Alex",
  lastName: "Fern",
  streetAddress1: "1 Main Street",
  city: "Portland",
  postalCode: "97201",
  countryArea: "OR",
  phone: "+1 503 555 0100",
};

const line = { picture: "", gift: false, discount: 0, tax: 0 };

/** A made-up order for previews of its emails. */
export const sampleOrder: Order = {
  id: "sample",
  number: 1001,
  state: "placed",
  cancelationRequested: false,
  asksToCancel: false,
  cancelationDeclined: false,
  isPartShipped: false,
  checkoutId: "",
  customerId: null,
  visitor: null,
  email: "alex@example.com",
  subtotal: 6000,
  discount: 600,
  shipping: 600,
  tax: 0,
  total: 6000,
  promoCode: "WELCOME",
  discountReason: null,
  orderNote: "",
  shippingMethod: "Standard",
  delivery: { from: "2026-12-01", to: "2026-12-04" },
  shipment: undefined,
  brand: "visa",
  last4: "4242",
  placedAt: 0,
  fulfilledAt: null,
  returnCount: 0,
  takenBy: null,
  supplementOf: null,
  isExchange: false,
  lines: [
    {
      ...line,
      id: "1",
      productId: "",
      variantId: "",
      productSlug: "oak-bowl",
      productName: "Oak bowl",
      variantName: "Large",
      quantity: 2,
      unitPrice: 2400,
      net: 4320,
    },
    {
      ...line,
      id: "2",
      productId: "",
      variantId: "",
      productSlug: "linen-towel",
      productName: "Linen towel",
      variantName: "",
      quantity: 1,
      unitPrice: 1200,
      net: 1080,
    },
  ],
  shippingAddress: address,
  billingAddress: address,
};
