import type { PostalAddress } from "../db/address.ts";
import type { Cents } from "../money.ts";
import type { Sums } from "./rules/ledger.ts";

export type SnapshotLine = {
  productId: string;
  variantId: string;
  productSlug: string;
  productName: string;
  variantName: string;
  /** address of its picture; empty without one */
  picture: string;
  quantity: number;
  gift: boolean;
  unitPrice: Cents;
  discount: Cents;
  tax: Cents;
  /** parts per million; absent where a tax service does not say */
  taxPpm?: number;
  /** unit price × quantity − discount */
  net: Cents;
};

/**
 * The order as it was when the shopper pressed Pay, stored with the attempt: it is written so,
 * whatever changes meanwhile (I10).
 */
export type OrderSnapshot = Sums & {
  orderId: string;
  checkoutId: string;
  customerId: string | null;
  /** who of the staff took it on the phone, as `staff:ID`; absent for all others */
  takenBy?: `staff:${string}`;
  /** the payer's browser, which sees the order for a day */
  visitor: string | null;
  email: string;
  quoteId: string;
  /** the part of `tax` that is on shipping */
  shippingTax: Cents;
  /** its rate, as that of lines */
  shippingTaxPpm?: number;
  shippingMethod: { id: string; name: string };
  /** the estimate that the shopper was told; absent if the shop gives none */
  delivery?: { from: string; to: string } | undefined;
  promo: { id: string; code: string } | null;
  /** what the shopper wrote to the shop; absent without it */
  orderNote?: string;
  shippingAddress: PostalAddress;
  billingAddress: PostalAddress;
  lines: readonly SnapshotLine[];
  /** the lines' value that the gift among them required; null without one (I13) */
  giftFrom: Cents | null;
};
