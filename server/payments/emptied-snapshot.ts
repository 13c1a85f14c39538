import { emptiedAddress } from "../orders/rules/emptied-address.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";

/** A snapshot without personal data: amounts, lines, and the state of each address stay. */
export const emptiedSnapshot = ({ orderNote: _, discountReason: __, ...snapshot }: OrderSnapshot): OrderSnapshot => ({
  ...snapshot,
  visitor: null,
  email: "",
  shippingAddress: { ...snapshot.shippingAddress, ...emptiedAddress },
  billingAddress: { ...snapshot.billingAddress, ...emptiedAddress },
});
